package forcekill

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// byContext reports whether the kill stands where the context of the command has
// ended, which has killed it already:
//
//	cmd := exec.CommandContext(ctx, "worker")
//	…
//	case <-ctx.Done():
//		_ = cmd.Process.Kill()
//
// command-context-kill is the check that looks at what the context does.
func byContext(p *check.Pass, k *process.Kill) bool {
	proc, ok := ast.Unparen(k.Pid).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	made, ok := process.LocalValue(p, k.Cur, ast.Unparen(proc.X)).(*ast.CallExpr)
	if !ok || len(made.Args) == 0 || callmatch.CalleeName(p.TypesInfo, made) != "os/exec.CommandContext" {
		return false
	}
	for clause := range k.Cur.Enclosing((*ast.CommClause)(nil)) {
		if endOf(p, clause) == p.Source(made.Args[0]) {
			return true
		}
	}
	return false
}

// endOf returns the context whose end the clause receives, "" if it is another one.
func endOf(p *check.Pass, clause inspector.Cursor) string {
	stmt, ok := clause.Node().(*ast.CommClause).Comm.(*ast.ExprStmt)
	if !ok {
		return ""
	}
	recv, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return ""
	}
	done, ok := ast.Unparen(recv.X).(*ast.CallExpr)
	if !ok || callmatch.CalleeName(p.TypesInfo, done) != "(context.Context).Done" {
		return ""
	}
	return p.Source(ast.Unparen(done.Fun).(*ast.SelectorExpr).X)
}
