package driver

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// addFailures adds what the go command printed about packages that do not build: "#
// package", and the lines below it; or, for one whose tests do not load, only a place in
// it. The go command skips the importers of the former without a message; they are added as
// well. The same line is printed for a package of which only the tests do not build, and
// then its importers are analyzed: what the tool has analyzed is no problem.
func (res *Result) addFailures(ctx context.Context, stderr []byte, cfg Config, pkgs map[string]pkg) error {
	broken := res.addPrinted(stderr, cfg, pkgs)
	if len(broken) == 0 {
		return nil
	}
	dependents, err := dependents(ctx, cfg, broken)
	for _, d := range dependents {
		if _, asked := pkgs[d.path]; asked && !res.units[d.unit] {
			res.Problems = append(res.Problems, Problem{res.missing(d), dependsOn + d.on})
		}
	}
	return err
}

// missing names what was not analyzed: the tests alone if the package was.
func (res *Result) missing(d dependent) string {
	if d.tests && res.units[d.path] {
		return tested(d.path)
	}
	return d.path
}

// tested is the name that the go command has for a package with its tests.
func tested(path string) string { return path + " [" + path + ".test]" }

// addPrinted files what the go command printed, and returns the packages that do not
// build even without their tests.
func (res *Result) addPrinted(stderr []byte, cfg Config, pkgs map[string]pkg) map[string]bool {
	known, broken := make(map[string]bool), make(map[string]bool)
	for _, p := range res.Problems {
		known[p.Package] = true
	}
	var current string
	var lines []string
	headed := false
	flush := func() {
		if len(lines) > 0 && !known[current] {
			res.Problems = append(res.Problems, Problem{current, strings.Join(lines, "\n")})
		}
		lines = nil
	}
	scanner := bufio.NewScanner(bytes.NewReader(stderr))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		line := scanner.Text()
		if strings.HasPrefix(line, "# [") {
			continue // what has just been named, once more
		}
		if name, ok := strings.CutPrefix(line, "# "); ok {
			flush()
			variant := false
			current, _, variant = strings.Cut(name, " ")
			if !variant {
				broken[current] = true
			}
			headed = true
			continue
		}
		if name := res.namedBy(line, cfg, pkgs); name != "" && !headed {
			flush()
			current = name
		}
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, downloading) {
			lines = append(lines, line)
		}
	}
	flush()
	if len(res.Problems) == 0 && len(stderr) > 0 {
		res.Problems = append(res.Problems, Problem{"", "go vet failed without saying why"})
	}
	return broken
}

// A dependent is a package, or a variant for tests, that imports a broken one.
type dependent struct {
	path  string
	unit  string // as in Result.units
	tests bool
	on    string // the broken one's path
}

// dependents returns what imports one of the broken packages, directly or not: each
// package as the go command vets it, with its tests if it has any, and its tests in a
// package of their own.
func dependents(ctx context.Context, cfg Config, broken map[string]bool) ([]dependent, error) {
	loaded, err := loadImports(ctx, cfg, true)
	if err != nil {
		return nil, err
	}
	root := make(map[*packages.Package]string)
	withTests := make(map[string]bool)
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if broken[p.PkgPath] {
			root[p] = p.PkgPath
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			root[p] = cmp.Or(root[p], root[p.Imports[path]])
		}
		withTests[p.PkgPath] = withTests[p.PkgPath] || p.ForTest == p.PkgPath
	})
	var list []dependent
	for _, p := range loaded {
		path := cmp.Or(p.ForTest, p.PkgPath)
		if root[p] == "" || broken[path] || strings.HasSuffix(p.PkgPath, ".test") || p.ForTest == "" && withTests[path] {
			continue
		}
		unit := p.PkgPath
		if p.ForTest == p.PkgPath {
			unit = tested(path)
		}
		list = append(list, dependent{path, unit, p.ForTest != "", root[p]})
	}
	return list, nil
}

// namedBy returns the package that a line without a header is about, "" if it continues
// what is above it: the place of an error, or the first line of an import cycle.
func (res *Result) namedBy(line string, cfg Config, pkgs map[string]pkg) string {
	path, ok := strings.CutPrefix(line, "package ")
	if _, asked := pkgs[path]; !ok || !asked {
		return packageAt(line, cfg, pkgs)
	}
	if res.units[path] {
		return tested(path)
	}
	return path
}

// packageAt returns the package of the file that a line "file:line:column: message"
// begins with, "" if there is none.
func packageAt(line string, cfg Config, pkgs map[string]pkg) string {
	name, _, ok := strings.Cut(line, ".go:")
	if !ok || strings.TrimSpace(name) != name {
		return ""
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(cfg.Dir, name)
	}
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return ""
	}
	for path, p := range pkgs {
		if p.dir == dir {
			return path
		}
	}
	return ""
}
