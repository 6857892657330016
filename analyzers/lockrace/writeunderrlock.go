package lockrace

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var writeUnderRLock = &check.Check{
	Slug:       "write-under-rlock",
	Title:      "field is written while its lock is held for reading only",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runWriteUnderRLock,
}

// runWriteUnderRLock reports
//
//	c.mu.RLock()
//	defer c.mu.RUnlock()
//	c.hits[key]++ // other readers do the same at the same time
//
// and methods that change what they are called on, such as MoveToFront of a list.
// Silent when nobody writes the field under Lock: then the readers are a crowd
// that one writer keeps out, a latch, and what they write has another protection.
// Silent as well when another lock is held, and in mocks and examples.
func runWriteUnderRLock(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, w := range model.ReadWrites(noted(p)) {
		sel := nameAt(p, w.Pos)
		lock := callAt(p, w.Hold.Pos)
		if sel == nil || lock == nil || p.Quiet(w.Pos) {
			continue
		}
		reportWriteUnderRLock(p, w, sel, lock)
	}
}

func reportWriteUnderRLock(p *check.Pass, w lockstate.ReadWrite, sel ast.Expr, lock *ast.CallExpr) {
	mu, other := receiverText(p, lock), w.Guard.LockedWrites[0]
	p.Report(check.Finding{
		At: sel,
		Message: fmt.Sprintf("%s is written while %s is held for reading only, since line %d: readers run at the same time and race; %d of %d writes hold it for writing",
			p.Source(sel), mu, p.Line(lock.Pos()), len(w.Guard.LockedWrites), w.Guard.Writes),
		Trace: []check.Hop{
			{Pos: lock.Pos(), Message: "locked for reading here"},
			{Pos: other.Pos, Message: "written under the write lock here"},
		},
		Fix: fixWriteUnderRLock(p, lock, mu),
	})
}

// fixWriteUnderRLock turns the read lock of the function into a write lock.
func fixWriteUnderRLock(p *check.Pass, lock *ast.CallExpr, mu string) *edit.Fix {
	decl, _ := find[*ast.FuncDecl](p, lock.Pos())
	if decl == nil || mu == "" {
		return nil
	}
	e := p.Edit(lock.Pos())
	ast.Inspect(decl, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || p.Source(sel.X) != mu {
			return true
		}
		switch sel.Sel.Name {
		case "RLock":
			e.Replace(sel.Sel.Pos(), sel.Sel.End(), "Lock")
		case "RUnlock":
			e.Replace(sel.Sel.Pos(), sel.Sel.End(), "Unlock")
		}
		return true
	})
	return e.Fix("Hold "+mu+" for writing", "")
}
