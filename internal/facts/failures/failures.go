// Package failures is a fact analyzer: it finds functions that return a value beside each error, so that
// callers may use it before they test the error. It reports nothing.
package failures

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "failures",
	Doc:        "find functions that return a value beside each error",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that may return a value beside an error.
type Fact struct {
	Results []int // the numbers of the results that no return statement has nil for
	May     []int // those that a return statement with an error has something for that may be a value
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if len(f.Results) > 0 {
		return fmt.Sprint("never nil: ", f.Results)
	}
	return fmt.Sprint("perhaps: ", f.May)
}

// A Result answers for functions of the packages that the package imports.
type Result struct{ pass *analysis.Pass }

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Kept reports whether a function of another package returns a value as its result i whether it fails or not.
func (r *Result) Kept(fn *types.Func, i int) bool {
	return slices.Contains(r.fact(fn).Results, i)
}

// Nil reports whether a function of another package, of which the body is known there, returns nil as its
// result i wherever it fails.
func (r *Result) Nil(fn *types.Func, i int) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == r.pass.Pkg {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return false
	}
	fact := r.fact(fn)
	return !slices.Contains(fact.Results, i) && !slices.Contains(fact.May, i)
}

// MayKeep reports whether a function of another package returns something for its result i beside an error,
// which may be a value.
func (r *Result) MayKeep(fn *types.Func, i int) bool { return slices.Contains(r.fact(fn).May, i) }

func (r *Result) fact(fn *types.Func) (fact Fact) {
	if fn != nil && fn.Pkg() != r.pass.Pkg {
		r.pass.ImportObjectFact(fn.Origin(), &fact)
	}
	return fact
}

func run(pass *analysis.Pass) (any, error) {
	k := &keeper{pass.TypesInfo, make(map[*types.Func]*ast.FuncDecl)}
	for fn, decl := range astindex.Funcs(pass) {
		if decl.Body != nil {
			k.decls[fn] = decl
		}
	}
	for fn, decl := range k.decls {
		if !fn.Exported() || !callmatch.CanFail(fn.Signature()) {
			continue
		}
		fact := Fact{k.kept(decl, fn.Signature().Results()), k.mayKeep(decl, fn.Signature().Results(), depth)}
		if len(fact.Results)+len(fact.May) > 0 {
			pass.ExportObjectFact(fn, &fact)
		}
	}
	return &Result{pass}, nil
}
