package lockorder

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

// fixLockOrder exchanges two adjacent acquisitions, with nothing but a deferred release
// between the two.
func fixLockOrder(p *check.Pass, c lockuse.Cycle, call *ast.CallExpr) *edit.Fix {
	held := source.CallAt(p, c.Held.Pos)
	if !c.Direct || held == nil || c.Held.Callee != nil {
		return nil
	}
	first, path := source.Statement(p, held.Pos())
	second, _ := source.Statement(p, call.Pos())
	if !isCall(first, held) || !isCall(second, call) {
		return nil
	}
	list := astindex.Stmts(path[0])
	for i, s := range list {
		if s != first {
			continue
		}
		rest := list[i+1:]
		if len(rest) > 0 && rest[0] != second {
			if d, ok := rest[0].(*ast.DeferStmt); !ok || source.ReceiverText(p, d.Call) != source.ReceiverText(p, held) {
				return nil
			}
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0] != second {
			return nil
		}
		e := p.Edit(call.Pos())
		e.Replace(held.Pos(), held.End(), p.Source(call))
		e.Replace(call.Pos(), call.End(), p.Source(held))
		return e.Fix("Acquire "+source.ReceiverText(p, call)+" first, as elsewhere", "")
	}
	return nil
}

func isCall(stmt ast.Stmt, call *ast.CallExpr) bool {
	expr, ok := stmt.(*ast.ExprStmt)
	return ok && expr.X == call
}
