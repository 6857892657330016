package sigkill

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

var childKill = &check.Check{
	Slug:       "child-kill",
	Title:      "child of the program is killed without having been asked to stop",
	Severity:   check.Medium,
	Confidence: check.Doubtful, // two of three are helpers with nothing to lose
	Since:      "0.1.0",
	Imports:    []string{"os/exec"},
	Run:        runChildKill,
}

// runChildKill reports what force-kill leaves to it, because the process is a child that
// the program has started itself:
//
//	func (s *server) Close() error { return s.cmd.Process.Kill() }
//
// Whoever starts a helper knows better than a check whether it has something to lose.
func runChildKill(p *check.Pass) { runKills(p, true) }

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
