package forcekill

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// overdue returns the call that makes the context of a command, where that has a deadline and the kill at cur is
// what its Cancel does: with it the command takes along what it has started, in place of os/exec, which kills the
// command alone.
//
//	cmd := exec.CommandContext(ctx, "sh", "-c", script) // ctx has a deadline
//	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
func overdue(p *check.Pass, cur inspector.Cursor) *ast.CallExpr {
	lit, ok := astindex.FuncAround(cur)
	if !ok {
		return nil
	}
	assign, ok := lit.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return nil
	}
	i := slices.Index(assign.Rhs, ast.Expr(asExpr(lit.Node())))
	if i < 0 || i >= len(assign.Lhs) {
		return nil
	}
	sel, ok := ast.Unparen(assign.Lhs[i]).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Cancel" || callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(sel.X))) != "os/exec.Cmd" {
		return nil
	}
	made, ok := process.LocalValue(p, lit.Parent(), ast.Unparen(sel.X)).(*ast.CallExpr)
	if !ok || callmatch.CalleeName(p.TypesInfo, made) != "os/exec.CommandContext" || !process.ContextLimited(p, lit.Parent(), made.Args[0]) {
		return nil
	}
	return made
}

func asExpr(n ast.Node) ast.Expr {
	expr, _ := n.(ast.Expr)
	return expr
}
