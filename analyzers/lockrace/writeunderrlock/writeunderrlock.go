// Package writeunderrlock is the check lockrace/write-under-rlock: field is written while
// its lock is only read-locked.
package writeunderrlock

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/races/readlocked"
)

//go:embed writeunderrlock.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "write-under-rlock",
	Title:      "field is written while its lock is only read-locked",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	c.mu.RLock()
//	defer c.mu.RUnlock()
//	c.hits[key]++ // other readers do the same at the same time
//
// methods that change what they are called on, such as MoveToFront of a list, and writes of
// what an element of a container points to. Safe is a write that holds another lock as well.
func run(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, w := range readlocked.Writes(model, guard.Noted(p)) {
		sel := source.NameAt(p, w.Pos)
		lock := source.CallAt(p, w.Hold.Pos)
		if sel == nil || lock == nil || p.Quiet(w.Pos) {
			continue
		}
		reportWriteUnderRLock(p, w, sel, lock)
	}
}

func reportWriteUnderRLock(p *check.Pass, w readlocked.Write, sel ast.Expr, lock *ast.CallExpr) {
	mu, other := source.ReceiverText(p, lock), w.Other
	if mu == "" {
		mu = "the lock"
	}
	trace := []check.Hop{{Pos: lock.Pos(), Message: "read-locked here"}}
	if w.Call != nil {
		trace = append(trace, check.Hop{Pos: w.Call.Pos(), Message: "the write is called here"})
	}
	if other != w.Access {
		trace = append(trace, check.Hop{Pos: other.Pos, Message: "accessed under the lock here"})
	}
	others := "no write holds it for writing"
	if w.Locked > 0 {
		others = fmt.Sprintf("%d of %d writes hold it for writing", w.Locked, w.Writes)
	}
	p.Report(check.Finding{
		At: sel,
		Message: fmt.Sprintf("data race with other readers: %s is written while %s is only read-locked, since %s; %s",
			p.Source(sel), mu, p.Where(lock.Pos(), sel.Pos()), others),
		Trace:  trace,
		Doubts: w.Doubts,
		Fix:    fixWriteUnderRLock(p, w, lock, mu),
	})
}

// fixWriteUnderRLock turns the read lock of the function into a write lock. There is none
// if a caller takes it, which may have other callees, but for one that passes the element that it has found.
func fixWriteUnderRLock(p *check.Pass, w readlocked.Write, lock *ast.CallExpr, mu string) *edit.Fix {
	decl, _ := source.Find[*ast.FuncDecl](p, lock.Pos())
	if decl == nil || mu == "" || w.Call == nil && !w.Func.Encloses(lock.Pos()) || p.Fset.File(lock.Pos()) != p.Fset.File(w.Pos) {
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
