// Package sharedcalls is a fact analyzer: it finds the functions that run a function which they are passed
// once for all callers of the same key, as golang.org/x/sync/singleflight does. It reports nothing.
package sharedcalls

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "sharedcalls",
	Doc:        "find functions that run what they are passed once for all callers",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that shares its argument Arg between its callers. An Async one may return
// before that has returned.
type Fact struct {
	Arg   int
	Async bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string { return fmt.Sprintf("shares argument %d", f.Arg) }

// A Result answers for functions of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about a function, nil if it shares nothing.
func (r *Result) Fact(fn *types.Func) *Fact {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	if row, ok := catalog.SharedCalls[callmatch.Name(fn)]; ok {
		return &Fact{row.Arg, row.Async}
	}
	if fn.Pkg() == r.pass.Pkg {
		return r.known[fn]
	}
	var fact Fact
	if r.pass.ImportObjectFact(fn, &fact) {
		return &fact
	}
	return nil
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]*Fact)}
	if ssabuild.Std(pass) {
		return r, nil
	}
	for fn, decl := range astindex.Funcs(pass) {
		if i := funcParam(fn); i >= 0 && decl.Body != nil {
			if fact := r.find(fn, decl, i); fact != nil {
				r.known[fn] = fact
				if fn.Exported() {
					pass.ExportObjectFact(fn, fact)
				}
			}
		}
	}
	return r, nil
}

// funcParam returns the only parameter that is a function, -1 if there is none, or several.
func funcParam(fn *types.Func) int {
	found := -1
	for i := range fn.Signature().Params().Len() {
		if _, ok := fn.Signature().Params().At(i).Type().Underlying().(*types.Signature); ok {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

func (r *Result) find(fn *types.Func, decl *ast.FuncDecl, i int) *Fact {
	param := fn.Signature().Params().At(i)
	shared, async := r.passes(decl.Body, param)
	if shared {
		return &Fact{i, async}
	}
	flight := r.Flight(decl)
	if flight == nil {
		return nil
	}
	called, started := r.calls(decl.Body, param)
	if !called {
		return nil
	}
	return &Fact{i, started}
}

// passes reports whether a body passes a function on to one that shares it, itself or in a literal that calls
// it.
func (r *Result) passes(body *ast.BlockStmt, v *types.Var) (shared, async bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || shared {
			return !shared
		}
		row, ok := catalog.SharedCalls[callmatch.CalleeName(r.pass.TypesInfo, call)]
		if !ok || row.Arg >= len(call.Args) {
			return true
		}
		arg := ast.Unparen(call.Args[row.Arg])
		if lit, ok := arg.(*ast.FuncLit); ok {
			shared, _ = r.calls(lit.Body, v)
		} else {
			shared = r.is(arg, v)
		}
		async = row.Async
		return true
	})
	return shared, async
}

// calls reports whether a body calls a function, and whether it does so in a goroutine.
func (r *Result) calls(body *ast.BlockStmt, v *types.Var) (called, started bool) {
	ast.PreorderStack(body, nil, func(n ast.Node, stack []ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !r.is(call.Fun, v) {
			return true
		}
		called = true
		for _, above := range stack {
			if _, ok := above.(*ast.GoStmt); ok {
				started = true
			}
		}
		return true
	})
	return called, started
}

// is reports whether an expression is a variable.
func (r *Result) is(expr ast.Expr, v types.Object) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && v != nil && r.pass.TypesInfo.ObjectOf(id) == v
}
