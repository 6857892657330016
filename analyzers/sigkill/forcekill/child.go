package forcekill

import (
	"go/ast"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// ofReader reports whether a kill ends a child of the program, or its group, that only
// shows what there is, and so loses nothing:
//
//	cmd := exec.Command("journalctl", "-f")
//	…
//	pgid := -cmd.Process.Pid
//	syscall.Kill(pgid, syscall.SIGKILL)
func ofReader(p *check.Pass, k *process.Kill) bool {
	v := process.Denoted(p, childOf(p, k.Cur, k.Pid, 6))
	if v == nil {
		return false
	}
	in := k.Cur.Inspector()
	tools := toolsOf(p, append(process.HeldBy(p, in, v), v))
	return len(tools) > 0 && !slices.ContainsFunc(tools, func(tool string) bool { return !catalog.Readers[tool] })
}

// childOf returns the exec.Cmd whose process or process ID expr is, nil for other
// processes. It looks through depth expressions: a variable may be made of itself.
func childOf(p *check.Pass, cur inspector.Cursor, expr ast.Expr, depth int) ast.Expr {
	if expr == nil || depth == 0 {
		return nil
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return childOf(p, cur, process.LocalValue(p, cur, expr), depth-1)
	case *ast.UnaryExpr:
		return childOf(p, cur, expr.X, depth-1)
	case *ast.BinaryExpr: // -1 * pid
		if x := childOf(p, cur, expr.X, depth-1); x != nil {
			return x
		}
		return childOf(p, cur, expr.Y, depth-1)
	case *ast.SelectorExpr:
		sel := p.TypesInfo.Selections[expr]
		if sel == nil {
			return nil
		}
		switch callmatch.OwnedField(sel) {
		case "os/exec.Cmd.Process":
			return expr.X
		case "os.Process.Pid":
			return childOf(p, cur, expr.X, depth-1)
		}
	}
	return nil
}

// toolsOf returns the names of the programs whose commands are put into the variables.
func toolsOf(p *check.Pass, vars []*types.Var) []string {
	var tools []string
	for _, cur := range commandsIn(p, vars) {
		if c := process.CommandOf(p, cur); c != nil {
			tools = append(tools, c.Tool)
		}
	}
	return tools
}

// madeFor yields the calls whose result is put into a variable or field, with that.
func madeFor(p *check.Pass) iter.Seq2[inspector.Cursor, *types.Var] {
	return func(yield func(inspector.Cursor, *types.Var) bool) {
		for cur := range calls.All(p.Pass) {
			target := localvar.Target(cur)
			if kv, ok := cur.Parent().Node().(*ast.KeyValueExpr); ok {
				target = kv.Key
			}
			if v := process.Denoted(p, target); v != nil && !yield(cur, v) {
				return
			}
		}
	}
}
