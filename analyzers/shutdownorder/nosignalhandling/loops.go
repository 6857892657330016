package nosignalhandling

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// loopsForever returns a loop of a function that works until the process is killed, or something fails:
//
//	ctx := context.Background()
//	for ctx.Err() == nil {
//
// asks for the end of a context that nothing ends, or waits for the next time in each iteration. A loop that
// waits for its user, as a prompt does, has no such wait.
func loopsForever(p *check.Pass, decl *ast.FuncDecl) (found ast.Stmt) {
	syntax.InOwn(decl.Body, func(n ast.Node) {
		switch loop := n.(type) {
		case *ast.ForStmt:
			if ctx := asked(p, loop.Cond); ctx != nil && endless(p, decl, ctx) || loop.Cond == nil && pauses(p, loop.Body) {
				found = loop
			}
		case *ast.RangeStmt:
			if callmatch.IsChanOf(p.TypesInfo.TypeOf(loop.X), "time.Time") {
				found = loop
			}
		}
	})
	return found
}

// asked returns the context of a condition ctx.Err() == nil.
func asked(p *check.Pass, cond ast.Expr) ast.Expr {
	bin, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || bin.Op != token.EQL {
		return nil
	}
	call, ok := ast.Unparen(bin.X).(*ast.CallExpr)
	if !ok || callmatch.CalleeName(p.TypesInfo, call) != "(context.Context).Err" {
		return nil
	}
	return ast.Unparen(call.Fun).(*ast.SelectorExpr).X
}

// pauses reports whether a body sleeps, or waits for a tick.
func pauses(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	syntax.InOwn(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || catalog.Sleeps[callmatch.CalleeName(p.TypesInfo, n)]
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && callmatch.IsChanOf(p.TypesInfo.TypeOf(n.X), "time.Time")
		}
	})
	return found
}

// head returns the first line of a loop, nil for other statements.
func head(stmt ast.Stmt) ast.Node {
	switch loop := stmt.(type) {
	case *ast.ForStmt:
		return check.Span(loop.Pos(), loop.Body.Lbrace)
	case *ast.RangeStmt:
		return check.Span(loop.Pos(), loop.Body.Lbrace)
	}
	return nil
}

// fixContext lets the signals end the context that the condition of a loop asks for, where a statement of the
// function gives a variable context.Background().
func fixContext(p *check.Pass, decl *ast.FuncDecl, stmt ast.Stmt) *edit.Fix {
	loop, ok := stmt.(*ast.ForStmt)
	if !ok || loop.Cond == nil {
		return nil
	}
	v, ok := callmatch.Object(p.TypesInfo, asked(p, loop.Cond)).(*types.Var)
	if !ok {
		return nil
	}
	for _, def := range decl.Body.List {
		assign, ok := def.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 || callmatch.Object(p.TypesInfo, assign.Lhs[0]) != types.Object(v) {
			continue
		}
		root, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok || !catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, root)] {
			return nil
		}
		e := p.Edit(assign.Pos())
		stop := syntax.Fresh(p, assign.Pos(), "stop")
		pkg, sig, sys := e.Import(assign.Pos(), "os/signal", "signal"), e.Import(assign.Pos(), "os", "os"), e.Import(assign.Pos(), "syscall", "syscall")
		e.Replace(assign.Pos(), assign.End(), fmt.Sprintf("%s, %s := %s.NotifyContext(%s, %s.Interrupt, %s.SIGTERM)", v.Name(), stop, pkg, p.Source(root), sig, sys))
		e.After(assign, "defer "+stop+"()")
		return e.Fix("End the context with SIGINT and SIGTERM", "the signals end the loop, and no longer kill the process immediately")
	}
	return nil
}
