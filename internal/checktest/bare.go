package checktest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Package is a package that has been type-checked, on its own.
type Package struct {
	Fset   *token.FileSet
	Files  []*ast.File
	Types  *types.Package
	Info   *types.Info
	Read   func(name string) ([]byte, error) // the files' text
	Module string                            // its path, that of the package if there is none
	World  *World                            // what it imports; may be nil
}

const goVersion = "1.26"

// New makes what the type checker fills.
func (p *Package) New() {
	p.Fset, p.Info = token.NewFileSet(), &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
}

// Bare runs analyzers and what they require on a package, and returns what they
// report. Without a world nothing is known of what the package imports, which is for
// tests that need many runs, and no right answers.
func Bare(p Package, analyzers []*analysis.Analyzer) ([]analysis.Diagnostic, error) {
	r := &bareRun{Package: p, results: make(map[*analysis.Analyzer]any)}
	for _, a := range analyzers {
		if err := r.run(a); err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	return r.found, nil
}

type bareRun struct {
	Package
	results map[*analysis.Analyzer]any
	found   []analysis.Diagnostic
}

func (r *bareRun) run(a *analysis.Analyzer) error {
	if _, done := r.results[a]; done {
		return nil
	}
	required := make(map[*analysis.Analyzer]any)
	for _, need := range a.Requires {
		if err := r.run(need); err != nil {
			return err
		}
		required[need] = r.results[need]
	}
	objects, packages := make(map[objectFact]analysis.Fact), make(map[reflect.Type]analysis.Fact)
	result, err := a.Run(&analysis.Pass{
		Analyzer: a, Fset: r.Fset, Files: r.Files, Pkg: r.Types, TypesInfo: r.Info, ResultOf: required,
		TypesSizes: types.SizesFor("gc", "amd64"), ReadFile: r.Read,
		Module: &analysis.Module{Path: cmp.Or(r.Module, r.Types.Path()), GoVersion: goVersion},
		Report: func(d analysis.Diagnostic) { r.found = append(r.found, d) },
		ImportObjectFact: func(obj types.Object, f analysis.Fact) bool {
			k := objectFact{obj, reflect.TypeOf(f)}
			return set(f, objects[k]) || r.World != nil && set(f, r.World.objects[k])
		},
		ExportObjectFact: func(obj types.Object, f analysis.Fact) { objects[objectFact{obj, reflect.TypeOf(f)}] = f },
		ImportPackageFact: func(pkg *types.Package, f analysis.Fact) bool {
			if pkg == r.Types {
				return set(f, packages[reflect.TypeOf(f)])
			}
			return r.World != nil && set(f, r.World.facts[packageFact{pkg.Path(), reflect.TypeOf(f)}])
		},
		ExportPackageFact: func(f analysis.Fact) { packages[reflect.TypeOf(f)] = f },
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts: func() []analysis.PackageFact {
			if r.World == nil {
				return nil
			}
			return r.World.below(r.Types, a.FactTypes)
		},
	})
	r.results[a] = result
	return err
}

// set makes to the fact that was found, if one was.
func set(to, found analysis.Fact) bool {
	if found == nil {
		return false
	}
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(found).Elem())
	return true
}
