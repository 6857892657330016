package driver

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A module is one whose files fixes may change: the main module, or each of a workspace.
type module struct{ path, dir string }

// mainModules returns the main modules, none if the go command names none.
func mainModules(ctx context.Context, cfg Config) []module {
	out, err := goCommand(ctx, cfg, "list", "-m", "-f", "{{.Path}}\t{{.Dir}}").Output()
	if err != nil {
		return nil
	}
	var list []module
	for line := range strings.Lines(string(out)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && dir != "" {
			list = append(list, module{path, dir})
		}
	}
	return list
}

// notOwn says why the files of a fix are not the module's to change, "" if they
// are: a pattern may name packages of other modules, and vendored ones.
func notOwn(modules []module, fix *finding.Fix) string {
	for _, e := range fix.Edits {
		rel := ""
		for _, m := range modules {
			if r, err := filepath.Rel(m.dir, e.File); err == nil && filepath.IsLocal(r) {
				rel = r
			}
		}
		switch {
		case len(modules) > 0 && rel == "":
			return "its file is outside of the module"
		case slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), "vendor"):
			return "its file is a vendored copy"
		}
	}
	return ""
}

// isStd reports whether the main module is the standard library or that of its
// commands, which can import nothing else.
func isStd(modules []module) bool {
	return slices.ContainsFunc(modules, func(m module) bool { return m.path == "std" || m.path == "cmd" })
}
