package uncancellablesleep

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// signalFor returns the signal that should end a pause at cur, or nil: one that the loops
// around it look at, else a context that was passed for this work, or is used in it, or is
// known to end.
func signalFor(p *check.Pass, cur inspector.Cursor, loops []inspector.Cursor) *stopsignal.Signal {
	outer := loops[len(loops)-1].Node()
	if s := observedSignal(p, cur, outer); s != nil {
		if s.Ctx && neverEnds(p, cur, s) {
			return nil // which is another check's question, too
		}
		return s
	}
	if endless(outer) && runsAsGoroutine(p, cur) {
		return nil // what is wrong there is the loop
	}
	for _, c := range ctxscope.At(p.Pass, cur.Node().Pos(), syntax.PathTo(cur)) {
		used := syntax.UsesIn(p.TypesInfo, outer, c.Var) || callsUser(p, cur, outer, c.Var)
		mayEnd := c.Stoppable() || used && (c.Param || c.Ends == "deadline") // a local of unknown make may carry values only
		if !mayEnd || c.Ends == "never" || syntax.Within(outer, c.Var.Pos()) || madeAnew(p, outer, c.Var) || (c.Param || c.Ends == "cancel") && endsOnlyHere(p, cur, outer, c.Var) || c.Param && ctxscope.AlwaysRoot(p.Pass, cur, c.Var) {
			continue
		}
		return &stopsignal.Signal{Expr: c.Var.Name(), Ctx: true, Pos: c.Var.Pos(), Observed: used}
	}
	return nil
}

// madeAnew reports whether a loop gives ctx, which is declared before it, a context of its
// own that comes from a root: that one is for the iteration, and does not end with the
// loop's signal.
func madeAnew(p *check.Pass, loop ast.Node, ctx *types.Var) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 {
			return !found
		}
		id, _ := assign.Lhs[0].(*ast.Ident)
		call, _ := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if id == nil || call == nil || len(call.Args) == 0 || p.TypesInfo.ObjectOf(id) != ctx {
			return !found
		}
		root, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		found = found || ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, root)]
		return !found
	})
	return found
}

// neverEnds reports whether a signal is a local context that nothing ever ends.
func neverEnds(p *check.Pass, cur inspector.Cursor, s *stopsignal.Signal) bool {
	root := syntax.RootVar(p.TypesInfo, s.Path)
	return slices.ContainsFunc(ctxscope.At(p.Pass, cur.Node().Pos(), syntax.PathTo(cur)), func(c ctxscope.Context) bool {
		return c.Var == root && c.Ends == "never"
	})
}

// observedSignal looks in the loop for
//
//	case <-ctx.Done(): …	case <-s.stop: return	if ctx.Err() != nil { … }
func observedSignal(p *check.Pass, cur inspector.Cursor, loop ast.Node) *stopsignal.Signal {
	var found *stopsignal.Signal
	note := func(s *stopsignal.Signal, body []ast.Stmt) {
		root := s.Root(p.TypesInfo)
		if found != nil && found.Leaves || root == nil || syntax.Within(loop, root.Pos()) || !syntax.VisibleAt(p, root, cur.Node().Pos()) {
			return
		}
		s.Expr, s.Pos, s.Observed = p.Source(s.Path), s.Path.Pos(), true
		s.Leaves = leavesLoop(body)
		if s.Leaves && len(body) == 1 {
			s.Leave = body[0]
		}
		s.Leaves = s.Leaves || s.Ctx && syntax.NeverReturns(p, body)
		s.Handled = !s.Leaves && len(body) > 0
		s.Notes = s.Handled && !slices.ContainsFunc(body, func(stmt ast.Stmt) bool { return !logs(p, stmt) })
		if s.Ctx || s.Leaves {
			found = s
		}
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			if s := stopsignal.SignalOf(p.TypesInfo, syntax.Received(n.Comm)); s != nil {
				note(s, n.Body)
			}
		case *ast.IfStmt:
			if ctx := errOf(p.TypesInfo, n); ctx != nil {
				note(&stopsignal.Signal{Path: ctx, Ctx: true}, n.Body.List)
			}
		}
		return true
	})
	return found
}

// runsAsGoroutine reports whether a goroutine of this package runs the function
// around cur.
func runsAsGoroutine(p *check.Pass, cur inspector.Cursor) bool {
	fn, _ := syntax.Enclosing(p, cur)
	_, ok := astindex.Of(p.Pass).GoroutineOf(p.TypesInfo, fn)
	return ok
}

// logs reports whether a statement is a call that only logs, going by its name.
func logs(p *check.Pass, stmt ast.Stmt) bool {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && catalog.LogsByName(fn.Name())
}
