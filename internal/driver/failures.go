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

// addFailures files what the go command printed about packages that do not
// build: "# package", and the lines below it; or, of one whose tests do not load,
// only a place in it. The go command passes over what depends on the former in
// silence; it is filed as well.
func (res *Result) addFailures(ctx context.Context, stderr []byte, cfg Config, pkgs map[string]pkg) error {
	broken := res.addPrinted(stderr, cfg, pkgs)
	if len(broken) == 0 {
		return nil
	}
	dependents, err := dependents(ctx, cfg, broken)
	for path, on := range dependents {
		if _, asked := pkgs[path]; asked {
			res.Problems = append(res.Problems, Problem{path, dependsOn + on})
		}
	}
	return err
}

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
		if path := packageAt(line, cfg, pkgs); path != "" && !headed {
			flush()
			current = path
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

// dependents returns the packages that import one of the broken ones, themselves or in
// their tests, directly or not, with the broken one's path.
func dependents(ctx context.Context, cfg Config, broken map[string]bool) (map[string]string, error) {
	loaded, err := loadImports(ctx, cfg, true)
	if err != nil {
		return nil, err
	}
	root := make(map[*packages.Package]string)
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if broken[p.PkgPath] {
			root[p] = p.PkgPath
		}
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			root[p] = cmp.Or(root[p], root[p.Imports[path]])
		}
	})
	found := make(map[string]string)
	for _, p := range loaded {
		if path := cmp.Or(p.ForTest, p.PkgPath); root[p] != "" && !broken[path] && !strings.HasSuffix(p.PkgPath, ".test") {
			found[path] = cmp.Or(found[path], root[p])
		}
	}
	return found, nil
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
