package ctxbackground

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A round is a loop that runs a call again and again, and what speaks against that.
type round struct {
	loop   ast.Stmt
	ends   ast.Expr         // what the loop asks for its end: ctx.Done(), a channel; nil if it asks nothing
	called *ast.CallExpr    // what the loop calls, if the work is one call deeper
	work   inspector.Cursor // the call that gets the context
	start  *astindex.Start  // where a goroutine begins that runs it; nil if none is known
	doubts []check.Doubt
	proof  *verdict.Proof // that it is safe; nil if nothing proves it
	proved token.Pos
}

// calledAgain returns the loop that calls the function around cur, which nothing else
// does:
//
//	for range ticker.C {
//		s.collect()
//	}
func calledAgain(p *check.Pass, cur inspector.Cursor) *round {
	fn, ok := innermost(cur)
	if !ok {
		return nil
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || decl.Name.IsExported() {
		return nil
	}
	obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	if obj == nil || len(index.Values[obj]) > 0 {
		return nil
	}
	var found *round
	for _, call := range index.Calls[obj] {
		r := recurring(p, cursorAt(cur, call.Expr))
		if r == nil || call.Go {
			return nil
		}
		r.called = call.Expr
		if found == nil {
			found = r
		}
	}
	return found
}

// recurring returns the loop that runs the call at cur again and again, for as
// long as its goroutine lives: a range over a channel, or a loop without an end that
// pauses, asks for its end, or never ends.
func recurring(p *check.Pass, cur inspector.Cursor) *round {
	r := new(round)
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			if !inPlace(c) {
				return nil
			}
		case *ast.FuncDecl, *ast.DeferStmt, *ast.GoStmt:
			return nil
		case *ast.CommClause:
			if leaves(n.Body) {
				return nil // once, on the way out
			}
			if bringsData(p, n.Comm) {
				r.doubts = append(r.doubts, check.Doubting(verdict.InHand, n.Comm.Pos()))
			}
		case *ast.BlockStmt:
			switch c.Parent().Node().(type) {
			case *ast.ForStmt, *ast.FuncLit:
			default:
				if leaves(n.List) {
					return nil
				}
			}
		case *ast.RangeStmt:
			if r.ranges(p, n) {
				return r
			}
		case *ast.ForStmt:
			if r.repeats(p, n) {
				return r
			}
		}
	}
	return nil
}

// inPlace reports whether a literal is called where it stands.
func inPlace(lit inspector.Cursor) bool {
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != lit.Node() {
		return false
	}
	switch lit.Parent().Parent().Node().(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// ranges takes a range over a channel for the loop. What comes from one with values is
// in hand, and who closes the channel may want it finished.
func (r *round) ranges(p *check.Pass, n *ast.RangeStmt) bool {
	ch, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan)
	switch {
	case isRecv(p, n.X):
		r.ends = ast.Unparen(n.X).(*ast.CallExpr).Args[0]
	case isTicks(p.TypesInfo.TypeOf(n.X)):
	case !isChan:
		return false
	case carries(ch):
		r.doubts = append(r.doubts, check.Doubting(verdict.InHand, n.X.Pos()), check.Doubting(verdict.Deliberate, n.X.Pos()))
	}
	r.loop = n
	return true
}

// repeats takes a for statement for the loop, unless it counts.
func (r *round) repeats(p *check.Pass, n *ast.ForStmt) bool {
	r.ends = askedFor(p, n)
	if n.Cond != nil && (r.ends == nil || n.Init != nil || n.Post != nil) {
		return false
	}
	if r.ends == nil && !pauses(p, n.Body) && !endless(p, n) {
		r.doubts = append(r.doubts, check.Doubting(verdict.OtherEnd, n.Pos()))
	}
	r.loop = n
	return true
}

// askedFor returns what a loop asks, in its condition, in a select case or in an if
// statement that leaves it, to know when it is over: the end of a context, or a channel
// that carries nothing.
func askedFor(p *check.Pass, loop *ast.ForStmt) ast.Expr {
	var found ast.Expr
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			if recv := received(n.Comm); recv != nil && leaves(n.Body) && !breaks(n.Body) && !isTicks(p.TypesInfo.TypeOf(recv)) && found == nil {
				if ch, ok := p.TypesInfo.TypeOf(recv).Underlying().(*types.Chan); ok && !carries(ch) {
					found = recv
				}
			}
		case *ast.IfStmt:
			if call := asksErr(p, n.Cond); call != nil && leaves(n.Body.List) && found == nil {
				found = call
			}
		}
		return found == nil
	}
	if loop.Cond != nil {
		if call := asksErr(p, loop.Cond); call != nil {
			return call
		}
	}
	ast.Inspect(loop.Body, visit)
	return found
}

// asksErr returns the call of a context's Err that a condition makes, or of an atomic
// flag's Load, nil if there is none.
func asksErr(p *check.Pass, cond ast.Expr) ast.Expr {
	var found ast.Expr
	ast.Inspect(cond, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			switch callmatch.CalleeName(p.TypesInfo, call) {
			case "(context.Context).Err", "(*sync/atomic.Bool).Load":
				found = call
			}
		}
		return found == nil
	})
	return found
}

// received returns the channel that a select case receives from, nil if it does not.
func received(comm ast.Stmt) ast.Expr {
	var expr ast.Expr
	switch s := comm.(type) {
	case *ast.ExprStmt:
		expr = s.X
	case *ast.AssignStmt:
		expr = s.Rhs[0]
	}
	recv, ok := ast.Unparen(expr).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return nil
	}
	return recv.X
}

// carries reports whether what comes from a channel says more than that it came.
func carries(ch *types.Chan) bool {
	empty, ok := ch.Elem().Underlying().(*types.Struct)
	return !(ok && empty.NumFields() == 0) && callmatch.TypeName(ch.Elem()) != "time.Time" && callmatch.TypeName(ch.Elem()) != "os.Signal"
}

// isTicks reports whether t is a channel of times.
func isTicks(t types.Type) bool { return callmatch.IsChanOf(t, "time.Time") }

// isRecv reports whether x is lifecycle.Recv of ticks.
func isRecv(p *check.Pass, x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	return ok && len(call.Args) == 2 && callmatch.CalleeName(p.TypesInfo, call) == p.Lifecycle()+".Recv" && isTicks(p.TypesInfo.TypeOf(call.Args[1]))
}

// bringsData reports whether a select case receives a value, and not just a tick
// or a signal.
func bringsData(p *check.Pass, comm ast.Stmt) bool {
	assign, ok := comm.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	if id, ok := assign.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
		return false
	}
	recv := received(assign)
	return recv != nil && !isTicks(p.TypesInfo.TypeOf(recv))
}

// pauses reports whether the body waits for time to pass, outside of function
// literals.
func pauses(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && isTicks(p.TypesInfo.TypeOf(n.X))
		case *ast.CallExpr:
			found = found || catalog.Sleeps[callmatch.CalleeName(p.TypesInfo, n)]
		}
		return !found
	})
	return found
}

// endless reports whether nothing in the body leaves the loop.
func endless(p *check.Pass, loop *ast.ForStmt) bool {
	e := &exits{p: p}
	e.visit(loop.Body, 0)
	return !e.otherwise
}
