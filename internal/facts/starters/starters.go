// Package starters is a fact analyzer: it finds the functions that run a function argument
// in its own goroutine, as helpers do that count goroutines or recover in them. It reports
// nothing.
package starters

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "starters",
	Doc:        "find functions that run what they are given in a goroutine",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that runs its argument Arg in a goroutine.
type Fact struct{ Arg int }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string { return fmt.Sprintf("starts %d", f.Arg) }

// A Result answers questions about functions, of whatever package.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]int
	index func() *astindex.Index // see [Result.Index]
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, known: make(map[*types.Func]int)}
	for again := true; again; { // until none is found that uses another one
		again = false
		for fn, decl := range astindex.Funcs(pass) {
			if _, ok := r.known[fn]; ok {
				continue
			}
			if arg, ok := r.starts(fn, decl); ok {
				r.known[fn], again = arg, true
				if fn.Exported() {
					pass.ExportObjectFact(fn, &Fact{arg})
				}
			}
		}
	}
	r.index = sync.OnceValue(r.extend)
	return r, nil
}

// Index returns the index of the package, in which the calls of helpers that start
// goroutines are starts as well. It is safe for concurrent use.
func (r *Result) Index() *astindex.Index { return r.index() }

func (r *Result) extend() *astindex.Index {
	index := astindex.Of(r.pass)
	if !r.Called() {
		return index
	}
	return index.With(r.Arg, r.pass.TypesInfo)
}

// Called reports whether the package calls a function that starts a goroutine and is no
// part of the catalog.
func (r *Result) Called() bool {
	for fn := range astindex.Of(r.pass).Calls {
		if _, ok := catalog.Starters[callmatch.Name(fn)]; ok || !takesFunc(fn) {
			continue
		}
		if _, ok := r.Arg(fn); ok {
			return true
		}
	}
	return false
}

func takesFunc(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// Arg returns which argument fn runs in its own goroutine; the receiver is none.
func (r *Result) Arg(fn *types.Func) (arg int, ok bool) {
	if fn == nil {
		return 0, false
	}
	fn = fn.Origin()
	if row, ok := catalog.Starters[callmatch.Name(fn)]; ok {
		return row.Arg, true
	}
	if fn.Pkg() == r.pass.Pkg {
		arg, ok = r.known[fn]
		return arg, ok
	}
	var fact Fact
	ok = r.pass.ImportObjectFact(fn, &fact)
	return fact.Arg, ok
}

// starts returns the parameter of fn that is run in a goroutine, and used for nothing else:
// a function that also calls it, keeps it or passes it on may run it in another goroutine.
func (r *Result) starts(fn *types.Func, decl *ast.FuncDecl) (arg int, ok bool) {
	params := fn.Signature().Params()
	for i := range params.Len() {
		v := params.At(i)
		if _, isFunc := v.Type().Underlying().(*types.Signature); !isFunc || fn.Signature().Variadic() && i == params.Len()-1 {
			continue
		}
		var n counts
		ast.Walk(search{r: r, param: v, counts: &n}, decl.Body)
		if n.uses == 1 && n.starts == 1 {
			return i, true
		}
	}
	return 0, false
}

// counts are how often a parameter is used, and how often as a goroutine.
type counts struct{ uses, starts int }

// A search counts the uses of a parameter. A parameter that is started in a loop does not
// count: it runs more than once.
type search struct {
	*counts
	r      *Result
	param  *types.Var
	inLoop bool
}

func (s search) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.Ident:
		if s.r.pass.TypesInfo.Uses[n] == s.param {
			s.uses++
		}
	case *ast.ForStmt, *ast.RangeStmt:
		s.inLoop = true
	case *ast.GoStmt:
		s.start(n.Call.Fun)
	case *ast.CallExpr:
		if arg, ok := s.r.Arg(callmatch.Callee(s.r.pass.TypesInfo, n)); ok && arg < len(n.Args) {
			s.start(n.Args[arg])
		}
	}
	return s
}

func (s search) start(fun ast.Expr) {
	if !s.inLoop && s.runs(fun) {
		s.starts++
	}
}

// runs reports whether fun is the parameter, or a literal that calls it outside of another
// literal or goroutine.
func (s search) runs(fun ast.Expr) bool {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return s.r.pass.TypesInfo.Uses[fun] == s.param
	case *ast.FuncLit:
		found := false
		ast.Inspect(fun.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit, *ast.GoStmt, *ast.ForStmt, *ast.RangeStmt:
				return false
			case *ast.CallExpr:
				id, ok := ast.Unparen(n.Fun).(*ast.Ident)
				found = found || ok && s.r.pass.TypesInfo.Uses[id] == s.param
			}
			return true
		})
		return found
	}
	return false
}
