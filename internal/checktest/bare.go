package checktest

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Package is a package that has been type-checked, on its own.
type Package struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	Read  func(name string) ([]byte, error) // the files' text
}

// Bare runs analyzers and what they require on a package, and returns what they
// report. They meet a world without facts: nothing is known of what the package
// imports. It is for tests that need many runs, and no right answers.
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
	type key struct {
		obj  types.Object
		kind reflect.Type
	}
	facts := make(map[key]analysis.Fact)
	kind := func(f analysis.Fact) reflect.Type { return reflect.TypeOf(f) }
	load := func(k key, f analysis.Fact) bool {
		got, ok := facts[k]
		if ok {
			reflect.ValueOf(f).Elem().Set(reflect.ValueOf(got).Elem())
		}
		return ok
	}
	result, err := a.Run(&analysis.Pass{
		Analyzer: a, Fset: r.Fset, Files: r.Files, Pkg: r.Types, TypesInfo: r.Info, ResultOf: required,
		TypesSizes: types.SizesFor("gc", "amd64"), Module: &analysis.Module{Path: r.Types.Path(), GoVersion: "1.26"}, ReadFile: r.Read,
		Report:            func(d analysis.Diagnostic) { r.found = append(r.found, d) },
		ImportObjectFact:  func(obj types.Object, f analysis.Fact) bool { return load(key{obj, kind(f)}, f) },
		ExportObjectFact:  func(obj types.Object, f analysis.Fact) { facts[key{obj, kind(f)}] = f },
		ImportPackageFact: func(_ *types.Package, f analysis.Fact) bool { return load(key{nil, kind(f)}, f) },
		ExportPackageFact: func(f analysis.Fact) { facts[key{nil, kind(f)}] = f },
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	})
	r.results[a] = result
	return err
}
