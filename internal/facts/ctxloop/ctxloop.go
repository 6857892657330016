// Package ctxloop is a fact analyzer: it finds the functions that work or wait in place until the
// context ends that they are passed. It reports nothing.
package ctxloop

import (
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
	Name:       "ctxloop",
	Doc:        "find functions that loop until their context ends",
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that works or waits in place until the context ends that it is
// passed as argument Ctx, the receiver not counted. It may return before, as with an error.
type Fact struct{ Ctx int }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (*Fact) String() string { return "loops until its context ends" }

// A Result answers questions about functions, of whatever package.
type Result struct {
	pass  *analysis.Pass
	loops map[*types.Func]int
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, loops: make(map[*types.Func]int)}
	if !ssabuild.Std(pass) {
		r.find()
	}
	return r, nil
}

// Context returns the context that ends the loop of a function, the receiver not counted.
func (r *Result) Context(fn *types.Func) (arg int, ok bool) {
	if fn == nil {
		return 0, false
	}
	fn = fn.Origin()
	if fn.Pkg() == r.pass.Pkg {
		arg, ok = r.loops[fn]
		return arg, ok
	}
	var fact Fact
	ok = r.pass.ImportObjectFact(fn, &fact)
	return fact.Ctx, ok
}

// find finds the functions of the package that loop until their context ends.
func (r *Result) find() {
	for again := true; again; { // a function may pass its context to another one
		again = false
		for fn, decl := range astindex.Funcs(r.pass) {
			if _, known := r.loops[fn]; known {
				continue
			}
			if arg := contextParam(fn); arg >= 0 && r.loopsUntil(decl.Body, fn.Signature().Params().At(arg)) {
				r.loops[fn], again = arg, true
				if fn.Exported() {
					r.pass.ExportObjectFact(fn, &Fact{arg})
				}
			}
		}
	}
}

func contextParam(fn *types.Func) int {
	params := fn.Signature().Params()
	for i := range params.Len() {
		if callmatch.TypeName(params.At(i).Type()) == "context.Context" {
			return i
		}
	}
	return -1
}

// loopsUntil reports whether a body has a loop that the end of ctx ends, or of a context that is
// derived from it; or waits for that, or calls in place what does.
func (r *Result) loopsUntil(body *ast.BlockStmt, ctx *types.Var) bool {
	s := &loopSearch{r: r, ctx: map[types.Object]bool{ctx: true}}
	s.walk(body, false)
	return s.found
}

type loopSearch struct {
	r     *Result
	ctx   map[types.Object]bool // the context, and those derived from it
	found bool
}

func (s *loopSearch) walk(n ast.Node, loop bool) {
	ast.Inspect(n, func(inner ast.Node) bool {
		switch inner := inner.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.ForStmt:
			if inner.Cond != nil && s.asks(inner.Cond, "Err") {
				s.found = true
			}
			if !loop {
				s.walk(inner.Body, true)
			}
			return loop
		case *ast.CommClause:
			s.found = s.found || loop && inner.Comm != nil && s.asks(inner.Comm, "Done")
			for _, stmt := range inner.Body {
				s.walk(stmt, loop)
			}
			return false
		case *ast.ExprStmt:
			recv, ok := ast.Unparen(inner.X).(*ast.UnaryExpr)
			s.found = s.found || ok && s.asks(recv, "Done")
		case *ast.AssignStmt:
			s.derive(inner)
		case *ast.CallExpr:
			s.found = s.found || s.passes(inner)
		}
		return !s.found
	})
}

// asks reports whether a node calls a method of the context.
func (s *loopSearch) asks(n ast.Node, method string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == method {
			found = found || s.is(sel.X)
		}
		return !found
	})
	return found
}

func (s *loopSearch) is(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && s.ctx[s.r.pass.TypesInfo.ObjectOf(id)]
}

// derive adds the contexts that an assignment derives, unless a deadline ends them.
func (s *loopSearch) derive(assign *ast.AssignStmt) {
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || len(assign.Rhs) != 1 || len(call.Args) == 0 || !s.is(call.Args[0]) {
		return
	}
	if ends := catalog.ContextEnds[callmatch.CalleeName(s.r.pass.TypesInfo, call)]; ends != "cancel" && ends != "group" {
		return
	}
	for _, lhs := range assign.Lhs {
		if id, ok := lhs.(*ast.Ident); ok && s.r.pass.TypesInfo.ObjectOf(id) != nil {
			s.ctx[s.r.pass.TypesInfo.ObjectOf(id)] = true
		}
	}
}

// passes reports whether a call passes the context to a function that loops until it ends.
func (s *loopSearch) passes(call *ast.CallExpr) bool {
	arg, ok := s.r.Context(callmatch.Callee(s.r.pass.TypesInfo, call))
	return ok && arg < len(call.Args) && s.is(call.Args[arg])
}
