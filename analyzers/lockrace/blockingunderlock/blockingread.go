package blockingunderlock

import (
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/gap"
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
	if i < 0 || !gap.Passes(p, stmt, mu[:i]) {
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
