// Package inprocess runs analyzers on packages in this process, one run after the
// other, with what is known of the packages that they import: for tests and tools that
// analyze thousands of variants, where a go command for each would take a day.
package inprocess

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
	p.Fset, p.Info = token.NewFileSet(), NewInfo()
}

// NewInfo returns the maps that analyzers read.
func NewInfo() *types.Info {
	return &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
}

// Run runs analyzers and what they require on a package, and returns what they
// report. Without a world nothing is known of what the package imports, which is for
// tests that need many runs, and no right answers.
func Run(p Package, analyzers []*analysis.Analyzer) ([]analysis.Diagnostic, error) {
	found, _, err := RunFacts(p, analyzers)
	return found, err
}

// RunFacts is Run, and returns what importers may ask as well.
func RunFacts(p Package, analyzers []*analysis.Analyzer) ([]analysis.Diagnostic, *Facts, error) {
	r := &run{Package: p, results: make(map[*analysis.Analyzer]any), facts: newFacts()}
	for _, a := range analyzers {
		if err := r.run(a); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.Name, err)
		}
	}
	return r.found, r.facts, nil
}

type run struct {
	Package
	results map[*analysis.Analyzer]any
	facts   *Facts // about the package itself
	found   []analysis.Diagnostic
}

func (r *run) run(a *analysis.Analyzer) error {
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
	result, err := a.Run(&analysis.Pass{
		Analyzer: a, Fset: r.Fset, Files: r.Files, Pkg: r.Types, TypesInfo: r.Info, ResultOf: required,
		TypesSizes: types.SizesFor("gc", "amd64"), ReadFile: r.Read,
		Module: &analysis.Module{Path: cmp.Or(r.Module, r.Types.Path()), GoVersion: goVersion},
		Report: func(d analysis.Diagnostic) { r.found = append(r.found, d) },
		ImportObjectFact: func(obj types.Object, f analysis.Fact) bool {
			k := objectFact{obj, reflect.TypeOf(f)}
			return set(f, r.facts.objects[k]) || r.World != nil && set(f, r.World.object(k))
		},
		ExportObjectFact: func(obj types.Object, f analysis.Fact) { r.facts.objects[objectFact{obj, reflect.TypeOf(f)}] = f },
		ImportPackageFact: func(pkg *types.Package, f analysis.Fact) bool {
			k := packageFact{pkg.Path(), reflect.TypeOf(f)}
			if pkg == r.Types {
				return set(f, r.facts.packages[k])
			}
			return r.World != nil && set(f, r.World.ofPackage(k))
		},
		ExportPackageFact: func(f analysis.Fact) { r.facts.packages[packageFact{r.Types.Path(), reflect.TypeOf(f)}] = f },
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
