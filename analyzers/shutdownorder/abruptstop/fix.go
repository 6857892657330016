package abruptstop

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

const changes = "the stop takes as long as the longest request, and at most ten seconds"

// fix lets the requests finish, for at most ten seconds:
//
//	srv.Close()  →  ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
//	                defer cancel()
//	                srv.Shutdown(ctx)
//
//	srv.Stop()   →  hardStop := time.AfterFunc(10*time.Second, srv.Stop)
//	                srv.GracefulStop()
//	                hardStop.Stop()
func fix(p *check.Pass, call ssa.CallInstruction, expr *ast.CallExpr) *edit.Fix {
	sel := syntax.Selector(expr.Fun)
	cur, ok := syntax.CursorOf(p, expr)
	if _, plain := call.(*ssa.Call); !ok || !plain || sel == nil || ssainstr.Receiver(call.Common()) == nil {
		return nil
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	switch stmt.Node().(type) {
	case *ast.ExprStmt, *ast.ReturnStmt, *ast.AssignStmt, *ast.IfStmt:
	default:
		return nil
	}
	e := p.Edit(expr.Pos())
	time := e.Import(expr.Pos(), "time", "time")
	if ssaflow.Callee(call.Common()) == catalog.HardStops["(*google.golang.org/grpc.Server).GracefulStop"] {
		stop := syntax.Fresh(p, expr.Pos(), "hardStop")
		e.Before(stmt.Node(), stop+" := "+time+".AfterFunc(10*"+time+".Second, "+p.Source(expr.Fun)+")", "defer "+stop+".Stop()")
		e.Replace(sel.Sel.Pos(), sel.Sel.End(), "GracefulStop")
		return e.Fix("Let requests finish", changes)
	}
	context := e.Import(expr.Pos(), "context", "context")
	ctx, cancel := syntax.Fresh(p, expr.Pos(), "shutdownCtx"), syntax.Fresh(p, expr.Pos(), "cancel", "cancelShutdown")
	e.Before(stmt.Node(), ctx+", "+cancel+" := "+context+".WithTimeout("+context+".Background(), 10*"+time+".Second)", "defer "+cancel+"()")
	e.Replace(sel.Sel.Pos(), expr.End(), "Shutdown("+ctx+")")
	return e.Fix("Let requests finish", changes)
}
