package loops

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

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
			if recv := received(n.Comm); recv != nil && syntax.Leaves(n.Body) && !ctxend.Breaks(n.Body) && !isTicks(p.TypesInfo.TypeOf(recv)) && found == nil {
				if ch, ok := p.TypesInfo.TypeOf(recv).Underlying().(*types.Chan); ok && !carries(ch) {
					found = recv
				}
			}
		case *ast.IfStmt:
			if call := asksErr(p, n.Cond); call != nil && syntax.Leaves(n.Body.List) && found == nil {
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
	e := &Exits{P: p}
	e.Visit(loop.Body, 0)
	return !e.Otherwise
}
