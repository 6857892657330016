package driver

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// pkg is what the driver knows of one package that was asked for.
type pkg struct {
	path string
	dir  string
	code bool // it has files besides its tests
}

// list resolves the patterns and returns the packages by path, together with
// those that do not load.
func list(ctx context.Context, cfg Config) (map[string]pkg, []Problem, error) {
	loaded, err := packages.Load(&packages.Config{
		Context:    ctx,
		Mode:       packages.NeedName | packages.NeedFiles,
		Dir:        cfg.Dir,
		Env:        append(cfg.environ(), "GOGC=400"), // no compiler is started, whose memory that would cost
		BuildFlags: buildFlags(cfg),
	}, patterns(cfg)...)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return nil, nil, usagef("%s", explain(cfg, err.Error()))
	}
	pkgs := make(map[string]pkg)
	var problems []Problem
	for _, p := range loaded {
		if missing(p) {
			return nil, nil, usagef("%s", explain(cfg, p.Errors[0].Msg))
		}
		for _, e := range p.Errors {
			problems = append(problems, Problem{p.PkgPath, e.Error()})
		}
		pkgs[p.PkgPath] = pkg{path: p.PkgPath, dir: p.Dir, code: len(p.GoFiles) > 0}
	}
	if len(pkgs) == 0 {
		return nil, nil, usagef("no packages match %s", strings.Join(patterns(cfg), " "))
	}
	return pkgs, problems, nil
}

const dependsOn = "depends on "

// setAside returns the packages that can be vetted, and files the others as
// problems: those that do not load and those that depend on one.
func setAside(ctx context.Context, cfg Config, res *Result) ([]string, error) {
	loaded, err := loadImports(ctx, cfg, true)
	if err != nil {
		return nil, err
	}
	cause := make(map[*packages.Package]string) // why it cannot be vetted
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if len(p.Errors) > 0 {
			cause[p] = p.Errors[0].Error()
			return
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			if why, ok := cause[p.Imports[path]]; ok && cause[p] == "" {
				if !strings.HasPrefix(why, dependsOn) { // the root is what to repair
					why = dependsOn + path + ": " + why
				}
				cause[p] = why
			}
		}
	})
	broken, sound := make(map[string]string), make(map[string]bool)
	for _, p := range loaded {
		if len(p.GoFiles) == 0 && len(p.Errors) == 0 || strings.HasSuffix(p.PkgPath, ".test") {
			continue // constraints exclude all of it, which a pattern passes over; or a generated main
		}
		path := cmp.Or(p.ForTest, p.PkgPath)
		sound[path] = true
		if why, ok := cause[p]; ok && broken[path] == "" {
			broken[path] = why
		}
	}
	res.Problems = nil
	for path, why := range broken {
		delete(sound, path)
		res.Problems = append(res.Problems, Problem{path, why})
	}
	return slices.Sorted(maps.Keys(sound)), nil
}

// loadImports returns the configured packages, their tests if they are asked for, and
// what they import.
func loadImports(ctx context.Context, cfg Config, tests bool) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Context: ctx,
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedForTest |
			packages.NeedFiles | packages.NeedEmbedFiles,
		Dir:        cfg.Dir,
		Env:        cfg.environ(),
		BuildFlags: buildFlags(cfg),
		Tests:      tests,
	}, patterns(cfg)...)
}

// missing reports whether p is a pattern that matches nothing, which is the caller's
// mistake, rather than a package that does not build.
func missing(p *packages.Package) bool {
	return len(p.Errors) > 0 && len(p.GoFiles)+len(p.OtherFiles)+len(p.IgnoredFiles) == 0 &&
		slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return e.Kind == packages.ListError || e.Kind == packages.UnknownError })
}

// explain turns the go command's words for a wrong place into ours.
func explain(cfg Config, msg string) string {
	msg = strings.TrimPrefix(strings.TrimSpace(msg), "err: exit status 1: stderr: ")
	for _, sign := range []string{"go.mod file not found", "cannot find main module", "does not contain main module"} {
		if strings.Contains(msg, sign) {
			dir := cfg.Dir
			if dir == "" {
				dir, _ = os.Getwd()
			}
			return fmt.Sprintf("%s is not in a Go module: %s", dir, firstLine([]byte(msg)))
		}
	}
	msg = firstLine([]byte(msg))
	switch {
	case strings.HasPrefix(msg, "no Go files in ") && len(cfg.Patterns) == 0:
		return msg + "; ./... names all packages below it"
	case strings.Contains(msg, "does not contain modules listed in go.work"):
		return msg + "; the pattern work names the packages of all its modules"
	case strings.Contains(msg, " is not in std"):
		word, _, _ := strings.Cut(strings.TrimPrefix(msg, "package "), " ")
		if info, err := os.Stat(filepath.Join(cfg.Dir, word)); err == nil && info.IsDir() {
			return msg + "; ./" + word + " names the directory"
		}
	}
	return msg
}
