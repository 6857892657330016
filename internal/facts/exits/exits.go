// Package exits is a fact analyzer: it finds the functions that end the process without
// running deferred calls, always or when an argument says that something has failed. It
// reports nothing.
package exits

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
	Name:       "exits",
	Doc:        "find functions that end the process",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that ends the process. Bit i is about parameter i.
type Fact struct {
	Always bool   // whenever it is called
	Failed uint64 // if the parameter, an error or any value, is not nil
	True   uint64 // if the parameter is true

	// Fails is the function that it calls to end the process where what it does fails, as in
	// "log.Fatal", "" if it ends it in no such case.
	Fails string
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string {
	if f.Always {
		return "always"
	}
	if f.Fails != "" {
		return "by " + f.Fails
	}
	return fmt.Sprintf("failed %b true %b", f.Failed, f.True)
}

// A Result answers questions about functions, of whatever package.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]Fact
	vars  map[*types.Var]Fact // function values
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, known: make(map[*types.Func]Fact), vars: make(map[*types.Var]Fact)}
	if ssabuild.Std(pass) {
		return r, nil
	}
	values := functionValues(pass)
	for changed := true; changed; { // a function may end the process by another one
		changed = false
		for fn, decl := range astindex.Funcs(pass) {
			if fact := r.infer(fn.Signature(), decl.Body); fact != r.known[fn] {
				r.known[fn], changed = fact, true
			}
		}
		for v, expr := range values {
			if fact := r.value(expr); fact != r.vars[v] {
				r.vars[v], changed = fact, true
			}
		}
	}
	for fn, fact := range r.known {
		if fn.Exported() && fact != (Fact{}) {
			pass.ExportObjectFact(fn, &fact)
		}
	}
	return r, nil
}

// Always reports whether a call of fn ends the process.
func (r *Result) Always(fn *types.Func) bool {
	_, known := catalog.Exits[callmatch.Name(fn)]
	return known || r.fact(fn).Always
}

// Ends reports whether a call ends the process, also that of a function value.
//
//	exit := os.Exit
//	exit(1)
func (r *Result) Ends(call *ast.CallExpr) bool {
	return r.Always(callmatch.Callee(r.pass.TypesInfo, call)) || r.called(call).Always
}

// called returns what is known of the function, or the function value, that a call runs.
func (r *Result) called(call *ast.CallExpr) Fact {
	if fn := callmatch.Callee(r.pass.TypesInfo, call); fn != nil {
		return r.fact(fn)
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if v, ok := r.pass.TypesInfo.Uses[id].(*types.Var); ok {
			return r.vars[v]
		}
	}
	return Fact{}
}

// Failure returns the argument of a call that, if it is an error, makes the call end the
// process; nil if there is none.
//
//	check(err)
func (r *Result) Failure(call *ast.CallExpr) ast.Expr {
	fact := r.called(call)
	for i, arg := range call.Args {
		if fact.Failed&(1<<i) != 0 {
			return arg
		}
		if fact.True&(1<<i) != 0 {
			return callmatch.TestedError(r.pass.TypesInfo, arg)
		}
	}
	return nil
}

// Fails returns the function by which fn ends the process where what it does fails, "" if it does not.
//
//	func Begin() *Session {
//		s, err := engine.Begin()
//		if err != nil {
//			log.Fatal(err)
//		}
//		return s
//	}
func (r *Result) Fails(fn *types.Func) string { return r.fact(fn).Fails }

func (r *Result) fact(fn *types.Func) (fact Fact) {
	if fn == nil {
		return fact
	}
	fn = fn.Origin()
	if fn.Pkg() == r.pass.Pkg {
		return r.known[fn]
	}
	r.pass.ImportObjectFact(fn, &fact)
	return fact
}
