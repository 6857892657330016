package lockrace

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var writeAfterRUnlock = &check.Check{
	Slug:       "write-after-runlock",
	Title:      "object found under a read lock is written after the lock is given back",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runWriteAfterRUnlock,
}

// runWriteAfterRUnlock reports
//
//	m.mu.RLock()
//	conn := m.conns[id]
//	m.mu.RUnlock()
//	conn.lastUsed = time.Now() // others read and write it under m.mu
//
// Silent when the field is not used under that lock elsewhere, when the object
// has a lock of its own, and when any lock may be held at the write.
func runWriteAfterRUnlock(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, w := range model.StaleWrites() {
		sel := selectorAt(p, w.Pos)
		lock := callAt(p, w.Hold.Pos)
		if sel == nil || lock == nil || p.Quiet(w.Pos) {
			continue
		}
		reportWriteAfterRUnlock(p, w, sel, lock)
	}
}

func reportWriteAfterRUnlock(p *check.Pass, w lockstate.StaleWrite, sel *ast.SelectorExpr, lock *ast.CallExpr) {
	mu := receiverText(p, lock)
	p.Report(check.Finding{
		At: sel,
		Message: fmt.Sprintf("%s is written without %s, under which %s was found on line %d and %d of %d other accesses of %s happen: they race",
			p.Source(sel), mu, p.Source(sel.X), p.Line(w.Read.Instr.Pos()), w.Locked, w.Others, sel.Sel.Name),
		Trace: []check.Hop{
			{Pos: w.Hold.Pos, Message: "found under this lock"},
			{Pos: sel.Pos(), Message: "written without it"},
		},
		Fix: fixWriteAfterRUnlock(p, w, lock, mu),
	})
}

// fixWriteAfterRUnlock takes the lock for the statement, for writing.
func fixWriteAfterRUnlock(p *check.Pass, w lockstate.StaleWrite, lock *ast.CallExpr, mu string) *edit.Fix {
	if mu == "" || w.Hold.Callee != nil {
		return nil
	}
	return protect(p, w.Pos, mutex{text: mu, typ: p.TypesInfo.TypeOf(ast.Unparen(lock.Fun).(*ast.SelectorExpr).X), write: true}, true)
}
