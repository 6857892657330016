package driver

import (
	"context"
	"maps"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// askAgain vets once more the packages of which a go command that was content has said
// nothing, although the tool always says something. The go command (1.26) keeps the facts
// of a package before its findings: another one that looks in between takes the package
// for one without any, and so does every later one when the first was killed there. In
// the first case it is enough to ask again; in the second, it has to be asked under
// another key.
//
// An audit has nothing to say of a library.
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
