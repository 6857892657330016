package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// verify type-checks the packages of the changed files in memory and returns
// the first error of each that breaks, by package.
func (r *round) verify(ctx context.Context) (map[string]string, error) {
	overlay := maps.Clone(r.preview)
	if overlay == nil {
		overlay = make(map[string][]byte)
	}
	dirs := make(map[string]bool)
	for _, c := range r.edited() {
		overlay[c.Name] = c.New
		dirs[filepath.Dir(c.Name)] = true
	}
	broken := make(map[string]string)
	if len(dirs) == 0 {
		return broken, nil
	}
	with, err := overlayContents(r.cfg, overlay)
	if err != nil {
		return nil, err
	}
	for _, cfg := range r.cfg.builds() {
		cfg.overlay = with
		if err := r.typeCheck(ctx, cfg, overlay, slices.Sorted(maps.Keys(dirs)), broken); err != nil {
			return nil, err
		}
	}
	return broken, nil
}

// typeCheck checks the packages of one build with the overlay in place of files,
// and adds the first error of each that is broken by it.
func (r *round) typeCheck(ctx context.Context, cfg Config, overlay map[string][]byte, dirs []string, broken map[string]string) error {
	pkgs, err := packages.Load(&packages.Config{
		Context: ctx,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedExportFile,
		Dir:        cfg.Dir,
		Env:        cfg.environ(),
		BuildFlags: buildFlags(cfg),
		Tests:      true,
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			if changed, ok := overlay[name]; ok {
				src = changed
			}
			return parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments)
		},
	}, dirs...)
	if err != nil {
		return fmt.Errorf("type-checking the fixed packages: %w", err)
	}
	for _, p := range pkgs {
		path, tests := withoutVariant(p.ID)
		if tests && r.untested[path] {
			continue
		}
		if err, bad := breakage(p, tests); bad && broken[path] == "" {
			broken[path] = err.Msg
		}
	}
	return nil
}

// breakage returns the first error of a package that a fix can have made. Tests that
// cannot be listed, for a file that they embed, or that import what imports them, were broken before.
func breakage(p *packages.Package, tests bool) (packages.Error, bool) {
	for _, err := range p.Errors {
		if !excluded(err.Msg) && !(tests && (err.Kind == packages.ListError || strings.Contains(err.Msg, "import cycle"))) {
			return err, true
		}
	}
	return packages.Error{}, false
}

// withoutVariant returns the package that a variant for tests, "p [p.test]",
// "p_test [p.test]" or "p.test", belongs to, and whether the ID is of one.
func withoutVariant(id string) (path string, tests bool) {
	if _, variant, ok := strings.Cut(id, " ["); ok {
		id = strings.TrimSuffix(variant, "]")
	}
	return strings.CutSuffix(id, ".test")
}

// withoutBreaking returns the candidates without the ones that break their package when
// applied alone. If each compiles alone but not together, all but the first of the package
// wait for the next iteration.
func (r *round) withoutBreaking(ctx context.Context, candidates []finding.Finding, broken map[string]string) ([]finding.Finding, error) {
	var keep []finding.Finding
	kept := make(map[string]int)
	dropped := false
	for _, f := range candidates {
		if _, bad := broken[f.Package]; !bad {
			keep = append(keep, f)
			continue
		}
		if err := r.apply([]finding.Finding{f}); err != nil {
			return nil, err
		}
		alone, err := r.verify(ctx)
		if err != nil {
			return nil, err
		}
		if why, bad := alone[f.Package]; bad {
			r.left = append(r.left, Left{Finding: f, Why: "its fix would not compile: " + why, harm: true})
			dropped = true
			continue
		}
		kept[f.Package]++
		keep = append(keep, f)
	}
	if dropped || len(keep) == 0 {
		return keep, nil
	}
	first := make(map[string]bool)
	fewer := slices.DeleteFunc(keep, func(f finding.Finding) bool {
		again := first[f.Package] && kept[f.Package] > 0
		if again {
			r.later = append(r.later, Left{Finding: f, Why: "its fix does not compile together with another, and is made after that"})
		}
		first[f.Package] = true
		return again
	})
	if len(fewer) == len(candidates) {
		return nil, fmt.Errorf("fixes that are good alone break %s together", strings.Join(slices.Sorted(maps.Keys(broken)), ", "))
	}
	return fewer, nil
}
