//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A tool is one contender. For each repetition it is prepared so that the first call finds
// an empty cache, and the second one the cache of the first.
type tool struct {
	name    string
	prepare func(rep int) (call func() *exec.Cmd, err error)
}

type bencher struct {
	dir, work string
	patterns  []string
}

// others are the files of contenders that are not built here, "" for none.
type others struct{ before, staticcheck, golangci string }

// tools returns the contenders: those built here, and the others if given.
func (b *bencher) tools(o others) ([]tool, error) {
	floor, self := filepath.Join(b.work, "floor"), filepath.Join(b.work, "lifecyclelint")
	for out, pkg := range map[string]string{floor: "./bench/floor", self: "./cmd/lifecyclelint"} {
		if text, err := exec.Command("go", "build", "-o", out, pkg).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build %s (call bench in the repository): %w\n%s", pkg, err, text)
		}
	}
	vet, err := exec.Command("go", "tool", "-n", "vet").Output()
	if err != nil {
		return nil, err
	}
	list := []tool{
		{"floor", b.vettool(floor)},
		{"go vet", b.vettool(strings.TrimSpace(string(vet)))},
		{"lifecyclelint", b.lint(self)},
	}
	if o.before != "" {
		list = append(list, tool{"lifecyclelint before", b.lint(o.before)})
	}
	if o.staticcheck != "" {
		list = append(list, tool{"staticcheck", b.cached(o.staticcheck, "STATICCHECK_CACHE")})
	}
	if o.golangci != "" {
		list = append(list, tool{"golangci-lint", b.cached(o.golangci, "GOLANGCI_LINT_CACHE", "run", "--no-config", "--issues-exit-code=0")})
	}
	return list, nil
}

func (b *bencher) lint(file string) func(int) (func() *exec.Cmd, error) {
	return func(rep int) (func() *exec.Cmd, error) {
		copied, err := b.unknown(file, rep)
		return func() *exec.Cmd {
			return exec.Command(copied, append([]string{"--no-config", "--exit-zero"}, b.patterns...)...)
		}, err
	}
}

func (b *bencher) vettool(file string) func(int) (func() *exec.Cmd, error) {
	return func(rep int) (func() *exec.Cmd, error) {
		copied, err := b.unknown(file, rep)
		return func() *exec.Cmd {
			return exec.Command("go", append([]string{"vet", "-json", "-vettool=" + copied}, b.patterns...)...)
		}, err
	}
}

// cached returns a tool with a cache of its own, named by a variable.
func (b *bencher) cached(file, variable string, args ...string) func(int) (func() *exec.Cmd, error) {
	return func(rep int) (func() *exec.Cmd, error) {
		cache := filepath.Join(b.work, fmt.Sprintf("%s-%d", variable, rep))
		return func() *exec.Cmd {
			cmd := exec.Command(file, append(slices.Clone(args), b.patterns...)...)
			cmd.Env = append(os.Environ(), variable+"="+cache)
			return cmd
		}, os.MkdirAll(cache, 0o755)
	}
}

// unknown returns a copy of a program that the go command takes for another one: it
// knows tools by their content, and those of its own by their name.
func (b *bencher) unknown(file string, rep int) (string, error) {
	src, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer src.Close()
	now := time.Now().UnixNano()
	to := filepath.Join(b.work, fmt.Sprintf("%s-%d-%d", filepath.Base(file), rep, now))
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return "", err
	}
	if _, err = io.Copy(dst, src); err == nil {
		_, err = fmt.Fprintf(dst, "%d %d", rep, now)
	}
	return to, errors.Join(err, dst.Close())
}

// compile has everything built that all tools need.
func (b *bencher) compile() error {
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-test"}, b.patterns...)...)
	cmd.Dir = b.dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go list -export: %w\n%s", err, stderr.String())
	}
	return nil
}

// measure runs a tool that nothing is known of, and again.
func (b *bencher) measure(t tool, rep int) (cold, warm cost, err error) {
	call, err := t.prepare(rep)
	if err != nil {
		return cold, warm, err
	}
	if cold, err = b.run(call()); err != nil {
		return cold, warm, err
	}
	warm, err = b.run(call())
	return cold, warm, err
}

// run runs a tool in the module. That it finds something is no failure.
func (b *bencher) run(cmd *exec.Cmd) (cost, error) {
	cmd.Dir = b.dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return cost{}, fmt.Errorf("%w: %s", err, stderr.String())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage) // with what it has waited for
	unit := int64(1024)
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return cost{took, int64(usage.Maxrss) * unit}, nil
}
