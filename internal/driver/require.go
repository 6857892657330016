package driver

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/lifecyclelint/lifecyclelint/internal/child"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A requirement is the change of go.mod and go.sum without which fixes that use
// the runtime package would not compile. The zero value changes nothing.
type requirement struct {
	modfile string // a go.mod that has it, "" for the module's own
	changes []FileChange
	missing string // why the package cannot be required, "" if it can or is
}

// require makes the module of the configured packages able to import the
// package at path, if one of the fixes does. The change is worked out on copies
// of go.mod and go.sum; dir holds them.
func require(ctx context.Context, cfg Config, path, dir string, fixes []finding.Finding) (requirement, error) {
	if !imports(fixes, path) {
		return requirement{}, nil
	}
	if failure, missing := listFailure(ctx, cfg, path); failure != "" && !missing {
		return requirement{missing: outOfReach(path)}, ctx.Err()
	} else if failure == "" {
		return requirement{}, nil
	}
	hint := fmt.Sprintf("the module does not require %s; go get %s adds it, lifecyclelint init --embed DIR puts a copy in the module%s", path, path, plainForm(cfg))
	out, err := goCommand(ctx, cfg, "env", "GOMOD", "GOWORK", "GOFLAGS").Output()
	if err != nil {
		return requirement{}, fmt.Errorf("go env: %w", err)
	}
	env := strings.Split(string(out), "\n")
	mod, work, flags := env[0], env[1], env[2]
	if _, err := os.Stat(filepath.Join(filepath.Dir(mod), "vendor", "modules.txt")); err == nil || mod == "" || work != "" && work != "off" || strings.Contains(flags, "-mod") {
		return requirement{missing: hint}, nil // a workspace or a vendor directory has more to it than go.mod
	}
	var olds [2][]byte
	names := [2]string{mod, strings.TrimSuffix(mod, ".mod") + ".sum"}
	for i, name := range names {
		if olds[i], err = os.ReadFile(name); err != nil && (i == 0 || !os.IsNotExist(err)) {
			return requirement{}, fmt.Errorf("cannot fix: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(names[i])), olds[i], 0o644); err != nil {
			return requirement{}, err
		}
	}
	name := filepath.Join(dir, filepath.Base(mod))
	if failure := failureOf(goCommand(ctx, cfg, "get", "-modfile="+name, path)); failure != "" {
		return requirement{missing: outOfReach(path)}, ctx.Err()
	}
	if err := markDirect(name, path); err != nil {
		return requirement{}, err
	}
	if was, is, raised := raisesGo(olds[0], name); raised {
		return requirement{missing: fmt.Sprintf("%s needs go %s, and the module's go.mod says %s: go get %s changes that for the whole module%s", path, is, was, path, plainForm(cfg))}, nil
	}
	r := requirement{modfile: name}
	for i, name := range names {
		changed, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil && !os.IsNotExist(err) {
			return requirement{}, err
		}
		if !bytes.Equal(changed, olds[i]) {
			r.changes = append(r.changes, FileChange{name, olds[i], changed})
		}
	}
	return r, nil
}

// outOfReach returns the message for a package at path that the go command cannot get; go
// get itself prints the reason.
func outOfReach(path string) string {
	return "its fix needs " + path + ", which go get cannot get here: --fixes=stdlib makes fixes without it, lifecyclelint init --embed DIR puts a copy in the module"
}

// markDirect takes the mark "// indirect" from the module of the package at path,
// which go get gives it as long as nothing imports it.
func markDirect(name, path string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	mod, err := modfile.Parse(name, data, nil)
	if err != nil {
		return err
	}
	for _, r := range mod.Require {
		if r.Mod.Path == path || strings.HasPrefix(path, r.Mod.Path+"/") {
			r.Indirect = false
		}
	}
	mod.SetRequireSeparateIndirect(slices.Clone(mod.Require))
	mod.Cleanup()
	data, err = mod.Format()
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// notRequired is what the go command says of a package that go get would add.
var notRequired = []string{
	"no required module provides package", "is replaced but not required",
	"cannot find module providing package", "does not contain package", "cannot find package", "is not in std",
}

// listFailure returns why the go command does not find the package at path, "" if it
// does, and whether that is because nothing requires its module.
func listFailure(ctx context.Context, cfg Config, path string) (failure string, missing bool) {
	failure = failureOf(goCommand(ctx, cfg, "list", "-find", path))
	return failure, slices.ContainsFunc(notRequired, func(sign string) bool { return strings.Contains(failure, sign) })
}

// failureOf runs a go command and returns its complaint, "" if it has none.
func failureOf(cmd *child.Command) string {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	if err == nil {
		return ""
	}
	for line := range strings.Lines(stderr.String()) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "go: downloading ") && !strings.HasPrefix(line, "go: finding ") {
			return strings.TrimSuffix(line, "; to add it:")
		}
	}
	return err.Error()
}

// plainForm returns a hint at the other style of fixes, if it is not the one in use.
func plainForm(cfg Config) string {
	if plainFixes(cfg) {
		return ""
	}
	return "; --fixes=stdlib brings the plain form where there is one"
}

// plainFixes reports whether fixes without the runtime package are wanted.
func plainFixes(cfg Config) bool {
	return slices.ContainsFunc(cfg.Flags, func(flag string) bool { return strings.HasSuffix(flag, "fixes=stdlib") })
}

// raisesGo reports whether a new go.mod has another Go version than the old one
// had, which changes what the language means for all of the module.
func raisesGo(old []byte, name string) (was, is string, raised bool) {
	changed, err := os.ReadFile(name)
	was, is = goLine(old), goLine(changed)
	return was, is, err == nil && was != is
}

// goLine returns the version in the go line of a go.mod.
func goLine(mod []byte) string {
	for line := range strings.Lines(string(mod)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "go" {
			return fields[1]
		}
	}
	return "1.16" // what the go command assumes
}

// imports reports whether a fix adds an import of path.
func imports(fixes []finding.Finding, path string) bool {
	for _, f := range fixes {
		for _, e := range f.Fix.Edits {
			if strings.Contains(e.New, strconv.Quote(path)) {
				return true
			}
		}
	}
	return false
}
