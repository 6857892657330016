// Package ctxflow follows a context from where it is made to the calls that get it.
package ctxflow

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A Sink is a call that is given a context and may wait for its end.
type Sink struct {
	Call     inspector.Cursor // *ast.CallExpr
	Arg      int
	Fn       *types.Func // nil for a function value
	Limit    Limit       // set between where the context was made and here
	Deferred bool        // a cancel function is deferred by the function that makes the call
}

// Limit is a deadline between a context's origin and its use.
type Limit struct {
	Set bool
	D   time.Duration // 0 when it is not constant
}

// Calls yields every call in the package of one of the named functions, outside
// of files in which nothing is reported.
func Calls(p *check.Pass, named func(string) bool) []inspector.Cursor {
	var list []inspector.Cursor
	for cur, to := range calls.All(p.Pass) {
		if named(to.Name) && !p.Quiet(cur.Node().Pos()) {
			list = append(list, cur)
		}
	}
	return list
}

// Roots returns the calls of context.Background and context.TODO.
func Roots(p *check.Pass) []inspector.Cursor {
	return Calls(p, func(name string) bool { return catalog.ContextRoots[name] })
}

// Sinks follows the context made by the expression at cur to the calls that get it: through
// variables that hold nothing else, and through calls that derive contexts from it. A
// context with a cancel function is followed no further, and neither is one that is stored
// or returned.
func Sinks(p *check.Pass, cur inspector.Cursor) []Sink {
	f := &flow{p: p, seen: make(map[*types.Var]bool)}
	f.follow(cur, Limit{})
	return f.found
}

// SinksHere is Sinks, and follows a context whose cancel function is only deferred to the
// calls that the same function makes and waits for: nothing cancels it before they return.
//
//	ctx, cancel := context.WithCancel(context.Background())
//	defer cancel()
//	return s.consume(ctx)
func SinksHere(p *check.Pass, cur inspector.Cursor) []Sink {
	f := &flow{p: p, seen: make(map[*types.Var]bool), deferred: true}
	f.follow(cur, Limit{})
	return f.found
}

// SinksReturned is SinksHere, and follows a context that a function of the package returns to its
// calls.
//
//	func detach(ctx context.Context) (context.Context, context.CancelFunc) {
//		return context.WithCancel(context.WithoutCancel(ctx))
//	}
func SinksReturned(p *check.Pass, cur inspector.Cursor) []Sink {
	f := &flow{p: p, seen: make(map[*types.Var]bool), deferred: true, calls: 3}
	f.follow(cur, Limit{})
	return f.found
}

type flow struct {
	p        *check.Pass
	seen     map[*types.Var]bool
	found    []Sink
	deferred bool             // follow what only a deferred cancel ends
	within   inspector.Cursor // the function that defers it; the zero value for none
	ends     bool             // within is set
	calls    int              // how many functions are followed to their calls at most
}

func (f *flow) follow(cur inspector.Cursor, l Limit) {
	for {
		if _, ok := cur.Parent().Node().(*ast.ParenExpr); !ok {
			break
		}
		cur = cur.Parent()
	}
	switch kind, i := cur.ParentEdge(); kind {
	case edge.CallExpr_Args:
		f.argument(cur.Parent(), i, l)
	case edge.AssignStmt_Rhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		f.assigned(cur, assign.Lhs[i], l)
	case edge.ValueSpec_Values:
		f.assigned(cur, cur.Parent().Node().(*ast.ValueSpec).Names[i], l)
	case edge.ReturnStmt_Results:
		f.returned(cur, i, l)
	}
}

// assigned continues at the uses of the variable that lhs names.
func (f *flow) assigned(cur inspector.Cursor, lhs ast.Expr, l Limit) {
	id, ok := lhs.(*ast.Ident)
	if !ok {
		return
	}
	v, ok := f.p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || f.seen[v] || v.Parent() == f.p.Pkg.Scope() {
		return
	}
	f.seen[v] = true
	stmt, ok := astindex.Statement(cur)
	if !ok || localvar.Assigned(f.p.TypesInfo, astindex.DeclAround(cur), v) == nil {
		return
	}
	if _, top := stmt.Parent().Parent().Node().(*ast.FuncDecl); f.p.TypesInfo.Defs[id] == nil && !top {
		return // a parameter that only sometimes gets this value
	}
	for _, use := range astindex.Of(f.p.Pass).Uses[v] {
		if use.Pos() < cur.Node().End() {
			continue // the parameter before
		}
		if c, ok := astindex.Find(cur.Inspector(), use); ok {
			f.follow(c, l)
		}
	}
}

// argument continues with what the call makes of its i-th argument.
func (f *flow) argument(call inspector.Cursor, i int, l Limit) {
	expr := call.Node().(*ast.CallExpr)
	fn := callmatch.Callee(f.p.TypesInfo, expr)
	if catalog.ContextDetaches[callmatch.Name(fn)] {
		return // that is another context's life
	}
	switch ends := catalog.ContextEnds[callmatch.Name(fn)]; ends {
	case "":
	case "deadline":
		if d := duration(f.p, expr); !l.Set || d != 0 && d < l.D {
			l = Limit{true, d}
		}
		f.follow(call, l)
		return
	case "cancel":
		if kind, _ := call.ParentEdge(); kind == edge.ReturnStmt_Results {
			f.follow(call, l) // its cancel function is returned with it
		}
		if fn, ok := onlyDeferred(f.p, call); ok && f.deferred {
			f.within, f.ends = fn, true
			f.follow(call, l)
		}
		return
	default:
		return // the cancel function can end it
	}
	if fn != nil && ReturnsContext(fn) {
		if (fn.Signature().Results().Len() == 1 || !returnsFunc(fn)) && !ctxuse.Of(f.p.Pass).Ended(fn) {
			f.follow(call, l)
		}
		return
	}
	if f.ends && !waitsIn(call, f.within) {
		return // it runs on, and ends with the function
	}
	if tv, ok := f.p.TypesInfo.Types[expr.Fun]; ok && tv.IsValue() && !ctxuse.Of(f.p.Pass).IdleCall(expr, i) {
		f.found = append(f.found, Sink{call, i, fn, l, f.ends})
	}
}

// onlyDeferred returns the function around a call that makes a context if all that it does with
// the cancel function is to defer its call.
func onlyDeferred(p *check.Pass, call inspector.Cursor) (inspector.Cursor, bool) {
	fn, ok := astindex.FuncAround(call)
	assign, isAssign := call.Parent().Node().(*ast.AssignStmt)
	if !ok || !isAssign || len(assign.Lhs) != 2 {
		return fn, false
	}
	id, ok := assign.Lhs[1].(*ast.Ident)
	if !ok {
		return fn, false
	}
	v, ok := p.TypesInfo.Defs[id].(*types.Var)
	if !ok || len(astindex.Of(p.Pass).Uses[v]) == 0 {
		return fn, false
	}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		c, ok := astindex.Find(call.Inspector(), use)
		if kind, _ := c.ParentEdge(); !ok || kind != edge.CallExpr_Fun || !defers(c.Parent(), fn) {
			return fn, false
		}
	}
	return fn, true
}

// defers reports whether a call is what fn itself defers.
func defers(call, fn inspector.Cursor) bool {
	around, ok := astindex.FuncAround(call)
	_, is := call.Parent().Node().(*ast.DeferStmt)
	return ok && around == fn && is
}

// waitsIn reports whether fn itself makes a call, and not in a goroutine.
func waitsIn(call, fn inspector.Cursor) bool {
	around, ok := astindex.FuncAround(call)
	_, goes := call.Parent().Node().(*ast.GoStmt)
	return ok && around == fn && !goes
}

// duration returns the constant last argument of a call that sets a deadline, 0
// if it is not constant.
func duration(p *check.Pass, call *ast.CallExpr) time.Duration {
	if len(call.Args) < 2 {
		return 0
	}
	value := p.TypesInfo.Types[call.Args[1]].Value
	if value == nil {
		return 0
	}
	n, _ := constant.Int64Val(constant.ToInt(value))
	return time.Duration(n)
}

// ReturnsContext reports whether the first result of fn is a context.
func ReturnsContext(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() > 0 && ctxscope.IsContext(results.At(0).Type())
}

// returnsFunc reports whether one of fn's results is a function: a cancel, most
// often.
func returnsFunc(fn *types.Func) bool {
	for v := range fn.Signature().Results().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}
