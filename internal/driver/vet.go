package driver

import (
	"bytes"
	"context"
	"fmt"
	goroot "go/build"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/child"
)

// analyze files what the go command that was started says of the configured
// packages. It vets nothing at all when one of them, or of their dependencies, does
// not load; then those are set aside, and named, and the others are vetted without
// them.
func analyze(ctx context.Context, cfg Config, run *vetRun, pkgs map[string]pkg, res *Result) error {
	stderr, err := run.file(ctx, cfg, pkgs, res)
	if err != nil {
		return err
	}
	if stderr == nil {
		return askAgain(ctx, cfg, pkgs, res)
	}
	if len(res.units) == 0 && !bytes.Contains(stderr, []byte("# ")) {
		sound, err := setAside(ctx, cfg, res)
		if err != nil {
			return err
		}
		if found, err := cfg.standIn(ctx, res.Problems); err != nil || found {
			return err // checkBuild analyzes again
		}
		if len(sound) < len(pkgs) {
			stderr = nil
			if len(sound) > 0 {
				stderr, err = vet(ctx, cfg, sound, pkgs, res)
			}
			if err != nil {
				return err
			}
		}
		if len(sound) > 0 && len(res.units) == 0 && !bytes.Contains(stderr, []byte("# ")) && len(bytes.TrimSpace(stderr)) > 0 {
			return nothingAnalyzed(string(bytes.TrimSpace(stderr)))
		}
	}
	if err := res.addFailures(ctx, stderr, cfg, pkgs); err != nil {
		return err
	}
	return analyzeWithoutTests(ctx, cfg, pkgs, res)
}

// nothingAnalyzed returns the error for what the go command has said in place of an
// analysis.
func nothingAnalyzed(said string) error {
	if strings.Contains(said, "unsupported GOOS/GOARCH pair") {
		return usagef("%s", strings.TrimPrefix(said, "go: "))
	}
	return fmt.Errorf("nothing was analyzed: %s", said)
}

// vet vets the named packages and files what is found in res. When the go command
// fails, vet returns what it printed.
func vet(ctx context.Context, cfg Config, names []string, pkgs map[string]pkg, res *Result) ([]byte, error) {
	run, err := startVet(ctx, cfg, names)
	if err != nil {
		return nil, err
	}
	return run.file(ctx, cfg, pkgs, res)
}

// A vetRun is a go command that vets.
type vetRun struct {
	cmd     *child.Command
	started time.Time
	stdout  io.ReadCloser
	stderr  bytes.Buffer
}

// startVet runs the go command with this binary as its vet tool on the named
// packages. The caller has to file, or to abandon, what it says.
func startVet(ctx context.Context, cfg Config, names []string) (*vetRun, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find the running program, which the go command is to call: %w", err)
	}
	args := append([]string{"vet", "-vettool=" + self, "-json", check.DependenciesFlag + "=" + dependencies(cfg)}, buildFlags(cfg)...)
	args = append(append(args, cfg.Flags...), names...)
	run := &vetRun{cmd: goCommand(ctx, cfg, args...), started: time.Now()}
	run.cmd.Stderr = &run.stderr
	if run.stdout, err = run.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := run.cmd.Start(); err != nil {
		return nil, fmt.Errorf("go vet: %w", err)
	}
	return run, nil
}

// dependencies says which packages may be asked for next. Files of the modules that
// are worked on are named by their directories; any other pattern may mean a package
// of a required module, or of the standard library.
func dependencies(cfg Config) string {
	if cfg.dependencies != "" {
		return cfg.dependencies
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil || os.Getenv("GO111MODULE") == "off" || strings.HasPrefix(dir, goroot.Default.GOROOT) {
		return check.AllDependencies
	}
	for _, p := range patterns(cfg) {
		if p != "work" && !goroot.IsLocalImport(p) && !filepath.IsAbs(p) || strings.Contains(p, "vendor") {
			return check.AllDependencies
		}
	}
	return check.OwnDependencies
}

// abandon waits for the end of a command whose context has ended.
func (run *vetRun) abandon() {
	_, _ = io.Copy(io.Discard, run.stdout)
	_ = run.cmd.Wait()
}

// file files what the tool says in res, and returns what the go command printed if
// it fails.
func (run *vetRun) file(ctx context.Context, cfg Config, pkgs map[string]pkg, res *Result) ([]byte, error) {
	decodeErr := decode(run.stdout, run.started, cfg, pkgs, res)
	if decodeErr != nil {
		_, _ = io.Copy(io.Discard, run.stdout) // so that the go command can finish
	}
	err := run.cmd.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if decodeErr != nil {
		return nil, fmt.Errorf("go vet's output is not what was expected: %w", decodeErr)
	}
	if err != nil {
		return append(run.stderr.Bytes(), '\n'), nil
	}
	return nil, nil
}
