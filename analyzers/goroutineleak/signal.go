package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// A signal tells a loop that it should end: a context, or a channel that the
// loop selects on for nothing but leaving.
type signal struct {
	expr     string    // "ctx", "s.ctx", "s.stop"
	path     ast.Expr  // the same as a tree, where the loop mentions it; else nil
	ctx      bool      // a context, not a channel
	pos      token.Pos // where it comes from
	observed bool      // the loop looks at it, or hands it on
	leave    ast.Stmt  // the one statement with which the loop leaves for it, or nil
	leaves   bool      // the loop leaves for it
	handled  bool      // the loop does something else when it has come
}

// channel returns the expression to receive from.
func (s *signal) channel() string {
	if s.ctx {
		return s.expr + ".Done()"
	}
	return s.expr
}

// ended says, for messages, that the signal has come.
func (s *signal) ended() string {
	if s.ctx {
		return s.expr + " is done"
	}
	return s.expr + " is closed or set"
}

// short returns how long a pause in the loop may be that nobody minds. Where only a
// loop further out looks at the signal, this one may make many.
func (s *signal) short(loop ast.Node) time.Duration {
	if s.observed && (s.path == nil || within(loop, s.path.Pos())) {
		return shortWhenObserved
	}
	return shortOtherwise
}

// signalFor returns the signal that should end a pause at cur, or nil: one that
// the loops around it look at, else a context that was handed over for this
// work, or is used in it, or is known to end.
func signalFor(p *check.Pass, cur inspector.Cursor, loops []inspector.Cursor) *signal {
	outer := loops[len(loops)-1].Node()
	if s := observedSignal(p, cur, outer); s != nil {
		if s.ctx && neverEnds(p, cur, s) {
			return nil // which is another check's question, too
		}
		return s
	}
	if endless(outer) && runsAsGoroutine(p, cur) {
		return nil // what is wrong there is the loop
	}
	for _, c := range ctxscope.At(p.Pass, cur.Node().Pos(), pathTo(cur)) {
		used := usesIn(p.TypesInfo, outer, c.Var) || callsUser(p, cur, outer, c.Var)
		mayEnd := c.Stoppable() || used && (c.Param || c.Ends == "deadline") // a local of unknown make may carry values only
		if !mayEnd || c.Ends == "never" || within(outer, c.Var.Pos()) || madeAnew(p, outer, c.Var) || (c.Param || c.Ends == "cancel") && endsOnlyHere(p, cur, outer, c.Var) || c.Param && ctxscope.AlwaysRoot(p.Pass, cur, c.Var) {
			continue
		}
		return &signal{expr: c.Var.Name(), ctx: true, pos: c.Var.Pos(), observed: used}
	}
	return nil
}

// madeAnew reports whether a loop gives ctx, which is declared before it, a context of its own
// that comes from a root: that one is for the round, and of what ends the loop it knows nothing.
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
func neverEnds(p *check.Pass, cur inspector.Cursor, s *signal) bool {
	root := rootVar(p.TypesInfo, s.path)
	return slices.ContainsFunc(ctxscope.At(p.Pass, cur.Node().Pos(), pathTo(cur)), func(c ctxscope.Context) bool {
		return c.Var == root && c.Ends == "never"
	})
}

// observedSignal looks in the loop for
//
//	case <-ctx.Done(): …	case <-s.stop: return	if ctx.Err() != nil { … }
func observedSignal(p *check.Pass, cur inspector.Cursor, loop ast.Node) *signal {
	var found *signal
	note := func(s *signal, body []ast.Stmt) {
		root := rootVar(p.TypesInfo, s.path)
		if found != nil && found.leaves || root == nil || within(loop, root.Pos()) || !visibleAt(p, root, cur.Node().Pos()) {
			return
		}
		s.expr, s.pos, s.observed = p.Source(s.path), s.path.Pos(), true
		s.leaves = leavesLoop(body)
		if s.leaves && len(body) == 1 {
			s.leave = body[0]
		}
		s.leaves = s.leaves || s.ctx && neverReturns(p, body)
		s.handled = !s.leaves && len(body) > 0
		if s.ctx || s.leaves {
			found = s
		}
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			if s := signalOf(p.TypesInfo, received(n.Comm)); s != nil {
				note(s, n.Body)
			}
		case *ast.IfStmt:
			if ctx := errOf(p.TypesInfo, n); ctx != nil {
				note(&signal{path: ctx, ctx: true}, n.Body.List)
			}
		}
		return true
	})
	return found
}

// raisedBefore reports whether the signal has come by the time cur runs: cur
// stands in the case that received it, or behind a bare receive.
func (s *signal) raisedBefore(p *check.Pass, cur inspector.Cursor) bool {
	isSignal := func(stmt ast.Stmt) bool {
		got := signalOf(p.TypesInfo, received(stmt))
		return got != nil && got.ctx == s.ctx && p.Source(got.path) == s.expr
	}
	for c := range cur.Enclosing() {
		list := astindex.Stmts(c.Node())
		if comm, ok := c.Node().(*ast.CommClause); ok && isSignal(comm.Comm) {
			return true
		}
		for _, stmt := range list {
			if stmt.End() <= cur.Node().Pos() && isSignal(stmt) {
				return true
			}
		}
	}
	return false
}

// runsAsGoroutine reports whether a goroutine of this package runs the function
// around cur.
func runsAsGoroutine(p *check.Pass, cur inspector.Cursor) bool {
	fn, _ := enclosing(p, cur)
	_, ok := astindex.Of(p.Pass).GoroutineOf(p.TypesInfo, fn)
	return ok
}
