package lockrace

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

var lockLeak = &check.Check{
	Slug:       "lock-leak",
	Title:      "a way out of the function leaves a lock held",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runLockLeak,
}

// runLockLeak reports
//
//	s.mu.Lock()
//	if err := s.load(); err != nil {
//		return err // the lock stays held
//	}
//	s.mu.Unlock()
//
// and the same with a continue that comes back to the Lock, with TryLock where it said yes, and
// with a panic that the function recovers from. Safe is a function that never releases the
// lock (a helper that locks for its caller) or returns what does, a way that returns the object
// that the lock is in, one before which a call was deferred, and one that depends on the same
// condition as the acquisition.
func runLockLeak(p *check.Pass) {
	for f := range functions(p) {
		seen := make(map[token.Pos]bool)
		for _, leak := range f.Leaks() {
			exit := exitOf(p, f, leak)
			if exit.at == nil || seen[exit.at.Pos()] {
				continue
			}
			seen[exit.at.Pos()] = true
			reportLockLeak(p, leak, exit)
		}
		for _, leak := range f.PanicLeaks() {
			reportPanicLeak(p, leak)
		}
	}
}

func reportLockLeak(p *check.Pass, leak lockstate.Leak, exit exit) {
	lock := lockExpr(p, leak.At)
	if lock == "" {
		lock = "the lock"
	}
	frees := p.Where(leak.Frees.Pos(), exit.at.Pos())
	text := fmt.Sprintf("%s, locked on %s, is still held here and released only on %s: the next Lock waits for ever",
		lock, p.Where(leak.At.Pos(), exit.at.Pos()), frees)
	if leak.Op.Read {
		text += ", and every RLock behind it"
	}
	if lock == "the lock" {
		text = fmt.Sprintf("the lock taken on %s is still held here and released only on %s: whoever wants it next waits for ever",
			p.Where(leak.At.Pos(), exit.at.Pos()), frees)
	}
	p.Report(check.Finding{
		At:      exit.at,
		Message: text,
		Trace: []check.Hop{
			{Pos: leak.At.Pos(), Message: "locked here"},
			{Pos: leak.Frees.Pos(), Message: "released here on another way"},
		},
		Doubts: doubts(leak.Doubts),
		Fix:    fixLockLeak(p, leak, exit),
	})
}

// fixLockLeak releases the lock before the jump; before a return whose results
// may need the lock, with a defer.
func fixLockLeak(p *check.Pass, leak lockstate.Leak, exit exit) *edit.Fix {
	unlock := unlockText(p, leak)
	if unlock == "" || !exit.held {
		return nil
	}
	e := p.Edit(exit.at.Pos())
	if exit.tail != nil {
		e.After(exit.tail, unlock)
		return e.Fix("Call "+unlock+" in this branch, too", "")
	}
	if exit.stmt == nil {
		e.Insert(exit.end, "\t"+unlock+"\n"+e.Indent(exit.end))
		return e.Fix("Call "+unlock+" at the end of the function", "")
	}
	if ret, ok := exit.stmt.(*ast.ReturnStmt); ok {
		for _, result := range ret.Results {
			if mentions(p.TypesInfo, result) {
				e.Before(exit.stmt, "defer "+unlock)
				return e.Fix("Defer "+unlock+" before the return", "")
			}
		}
	}
	e.Before(exit.stmt, unlock)
	return e.Fix("Call "+unlock+" before leaving", "")
}

// unlockText returns the call that releases the lock, as the function writes it
// on another way.
func unlockText(p *check.Pass, leak lockstate.Leak) string {
	expr := callExpr(p, leak.Frees)
	if expr == nil {
		return ""
	}
	if _, ok := ast.Unparen(expr.Fun).(*ast.FuncLit); ok {
		if lock := lockExpr(p, leak.At); lock != "" && leak.Op.Callee == nil {
			return lock + "." + unlockName(leak.Op.Read) + "()"
		}
		return ""
	}
	return p.Source(expr)
}
