package sigkill

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ofChild reports whether a kill ends the process of an exec.Cmd, or its group:
//
//	pgid := -cmd.Process.Pid
//	syscall.Kill(pgid, syscall.SIGKILL)
func ofChild(p *check.Pass, k *kill) bool { return isChild(p, k.cur, k.pid, 6) }

// isChild looks through depth expressions: a variable may be made of itself.
func isChild(p *check.Pass, cur inspector.Cursor, expr ast.Expr, depth int) bool {
	if expr == nil || depth == 0 {
		return false
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return isChild(p, cur, localValue(p, cur, expr), depth-1)
	case *ast.UnaryExpr:
		return isChild(p, cur, expr.X, depth-1)
	case *ast.BinaryExpr: // -1 * pid
		return isChild(p, cur, expr.X, depth-1) || isChild(p, cur, expr.Y, depth-1)
	case *ast.SelectorExpr:
		sel := p.TypesInfo.Selections[expr]
		if sel == nil {
			return false
		}
		field := callmatch.OwnedField(sel)
		return field == "os/exec.Cmd.Process" || field == "os.Process.Pid" && isChild(p, cur, expr.X, depth-1)
	}
	return false
}
