package blockingunderlock

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A reading is a statement that needs the lock no more, and the one that reads, under
// the lock, what it needs; "" if that is nothing.
type reading struct{ define, stmt string }

// firstRead returns what stmt becomes when it no longer has the lock mu: a value of the
// object that the lock belongs to is read before. It answers false where it uses more of
// that than one value which it sends.
func firstRead(p *check.Pass, stmt ast.Stmt, mu string) (reading, bool) {
	r := reading{stmt: p.Source(stmt)}
	i := strings.LastIndexByte(mu, '.')
	if i < 0 || !passes(p, stmt, mu[:i]) {
		return r, true
	}
	send, ok := stmt.(*ast.SendStmt)
	if !ok {
		return r, false
	}
	sel, ok := send.Value.(*ast.SelectorExpr)
	if !ok || !source.Wordy(p.TypesInfo.TypeOf(sel)) {
		return r, false
	}
	name := source.FreeName(p, stmt.Pos(), sel.Sel.Name, "current")
	return reading{name + " := " + p.Source(sel), p.Source(send.Chan) + " <- " + name}, name != ""
}

// passes reports whether stmt sends, or gives to a call, what is read of the object.
func passes(p *check.Pass, stmt ast.Stmt, object string) bool {
	found := false
	in := func(expr ast.Expr) {
		ast.Inspect(expr, func(n ast.Node) bool {
			if addr, ok := n.(*ast.UnaryExpr); ok && addr.Op == token.AND {
				return false // &s.wg
			}
			sel, ok := n.(*ast.SelectorExpr)
			found = found || ok && p.Source(sel.X) == object
			return !found
		})
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			in(n.Value)
		case *ast.CallExpr:
			for _, arg := range n.Args {
				in(arg)
			}
		}
		return !found
	})
	return found
}
