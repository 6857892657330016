package receiveloop

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix leaves the loop when the receive fails permanently. One that waits for what it reads from to be opened
// again pauses instead.
func (l *loop) fix(at ast.Node, call *ast.CallExpr, kind catalog.Receive) *edit.Fix {
	branch, ok := at.(*ast.BranchStmt)
	if !ok || !kind.Scarce && !l.mayReturn() {
		return nil
	}
	e := l.p.Edit(at.Pos())
	switch sel := ast.Unparen(call.Fun).(*ast.SelectorExpr); {
	case kind.Peer && l.awaits(sel.X):
		time := e.Import(at.Pos(), "time", "time")
		e.Before(branch, time+".Sleep(100 * "+time+".Millisecond)")
		return e.Fix("Pause for 100 ms after a failure", "the next receive begins up to 100 ms later")
	case kind.Scarce:
		time := e.Import(at.Pos(), "time", "time")
		e.Before(branch, time+".Sleep(100 * "+time+".Millisecond)")
		return e.Fix("Pause for 100 ms after a failure", "the next connection is accepted up to 100 ms later")
	case kind.Context:
		e.Before(branch, "if "+l.p.Source(call.Args[0])+".Err() != nil {", "\treturn", "}")
		return e.Fix("Return when the context is canceled", "")
	case kind.Peer:
		e.Replace(at.Pos(), at.End(), "return")
		return e.Fix("Return when the receive fails", "")
	}
	return nil
}

// mayReturn reports whether a return without results skips nothing after the loop.
func (l *loop) mayReturn() bool {
	body := astindex.FuncBody(l.fn.Node())
	return syntax.FuncType(l.fn.Node()).Results.NumFields() == 0 && body.List[len(body.List)-1] == ast.Stmt(l.stmt)
}

// awaits reports whether the loop tests what it receives from for nil, and begins again: another goroutine opens it.
func (l *loop) awaits(subject ast.Expr) (found bool) {
	l.own(func(n ast.Node) {
		test, ok := n.(*ast.IfStmt)
		if !ok || len(test.Body.List) == 0 {
			return
		}
		cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
		last, isBranch := test.Body.List[len(test.Body.List)-1].(*ast.BranchStmt)
		found = found || ok && isBranch && last.Tok == token.CONTINUE && cond.Op == token.EQL && l.p.TypesInfo.Types[cond.Y].IsNil() && l.same(cond.X, subject)
	})
	return found
}
