package forcekill

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// cancelled returns the command whose Cancel the literal around cur is, and the statement that
// sets it:
//
//	cmd.Cancel = func() error { return cmd.Process.Kill() }
func cancelled(p *check.Pass, cur inspector.Cursor) (cmd ast.Expr, set inspector.Cursor) {
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		assign, ok := lit.Parent().Node().(*ast.AssignStmt)
		if kind, _ := lit.ParentEdge(); !ok || kind != edge.AssignStmt_Rhs || len(assign.Lhs) != 1 {
			break
		}
		sel, ok := ast.Unparen(assign.Lhs[0]).(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "Cancel" && callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "os/exec.Cmd") {
			return sel.X, lit.Parent()
		}
		break
	}
	return nil, cur
}

// waits makes the wait for the command whose Cancel sends SIGTERM end, if nothing else in the
// function sets its WaitDelay: package os/exec kills what is left then. It returns the name of
// the command, "" if the call at cur is in no Cancel, or there is nothing to add.
func waits(p *check.Pass, e *edit.Builder, cur inspector.Cursor) string {
	cmd, set := cancelled(p, cur)
	if stmt, ok := astindex.Statement(set); cmd == nil || !ok || stmt != set || delays(p, set, cmd) {
		return ""
	}
	name := p.Source(cmd)
	e.After(set.Node(), name+"."+process.WaitDelay(e, set.Node()))
	return name
}

// delays reports whether the function around set has the WaitDelay of a command.
func delays(p *check.Pass, set inspector.Cursor, cmd ast.Expr) bool {
	found := false
	ast.Inspect(astindex.DeclAround(set), func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && sel.Sel.Name == "WaitDelay" && p.Source(sel.X) == p.Source(cmd)
		return !found
	})
	return found
}
