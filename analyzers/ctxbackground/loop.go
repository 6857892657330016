package ctxbackground

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// recurring returns the loop that runs the call at cur again and again, for as
// long as its goroutine lives: a range over ticks, or an endless loop that
// pauses or never ends. A loop that takes work from a channel is none, as far as
// the call is about what it took: that is in hand and is to be finished.
func recurring(p *check.Pass, cur inspector.Cursor) (ast.Stmt, bool) {
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.DeferStmt, *ast.GoStmt:
			return nil, false
		case *ast.CommClause:
			if bringsData(p, n.Comm) || leaves(n.Body) {
				return nil, false
			}
		case *ast.BlockStmt:
			if _, isLoop := c.Parent().Node().(*ast.ForStmt); !isLoop && leaves(n.List) {
				return nil, false
			}
		case *ast.RangeStmt:
			if isTicks(p.TypesInfo.TypeOf(n.X)) || isRecv(p, n.X) {
				return n, true
			}
			if _, isChan := p.TypesInfo.TypeOf(n.X).Underlying().(*types.Chan); isChan {
				return nil, false
			}
		case *ast.ForStmt:
			if n.Cond == nil && (pauses(p, n.Body) || endless(p, n)) {
				return n, true
			}
		}
	}
	return nil, false
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
	recv, ok := ast.Unparen(assign.Rhs[0]).(*ast.UnaryExpr)
	return ok && recv.Op == token.ARROW && !isTicks(p.TypesInfo.TypeOf(recv.X))
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
