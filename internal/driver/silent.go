package driver

import (
	"context"
	"maps"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// askAgain vets once more the packages for which a successful go command has printed
// nothing, although the tool always prints something. The go command (1.26) stores the
// facts of a package before its findings: another process that reads the cache between the
// two takes the package for one without any, and so does every later one if the first was
// killed there. In the first case it is enough to run again; in the second, it has to run
// under another key.
//
// An audit prints nothing for a library.
func askAgain(ctx context.Context, cfg Config, pkgs map[string]pkg, res *Result) error {
	if slices.Contains(cfg.Flags, auditFlag) {
		return nil
	}
	again := cfg
	again.dependencies = dependencies(cfg) // of the same patterns
	for _, mode := range []string{again.dependencies, again.dependencies + check.Again} {
		names := silent(pkgs, res)
		if len(names) == 0 {
			return nil
		}
		again.dependencies = mode
		stderr, err := vet(ctx, again, names, pkgs, res)
		if err != nil {
			return err
		}
		if stderr != nil {
			return res.addFailures(ctx, stderr, cfg, pkgs)
		}
	}
	for _, name := range silent(pkgs, res) {
		res.Problems = append(res.Problems, Problem{name, "the go command says nothing of it; go clean -cache may help"})
	}
	return nil
}

// silent returns the packages that nothing was said of.
func silent(pkgs map[string]pkg, res *Result) []string {
	var names []string
	for _, path := range slices.Sorted(maps.Keys(pkgs)) {
		known := slices.ContainsFunc(res.Problems, func(p Problem) bool { return p.Package == path })
		if pkgs[path].code && !res.units[path] && !known && path != "unsafe" { // which has no code to vet
			names = append(names, path)
		}
	}
	return names
}
