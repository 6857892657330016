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

// A Fact is exported for a function no return statement of which has nil as one of its results.
type Fact struct{ Results []int } // the numbers of those results

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string { return fmt.Sprint("never nil: ", f.Results) }

// A Result answers for functions of the packages that the package imports.
type Result struct{ pass *analysis.Pass }

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Kept reports whether a function of another package returns a value as its result i whether it fails or not.
func (r *Result) Kept(fn *types.Func, i int) bool {
	fact := new(Fact)
	if fn == nil || fn.Pkg() == r.pass.Pkg || !r.pass.ImportObjectFact(fn.Origin(), fact) {
		return false
	}
	return slices.Contains(fact.Results, i)
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
		if list := k.kept(decl, fn.Signature().Results()); len(list) > 0 {
			pass.ExportObjectFact(fn, &Fact{list})
		}
	}
	return &Result{pass}, nil
}
