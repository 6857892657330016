// Package checkthenact is the check lockrace/check-then-act: value tested under a lock is
// stale when the lock is acquired again.
package checkthenact

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/guard"
	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed checkthenact.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "check-then-act",
	Title:      "value tested under a lock is stale when the lock is acquired again",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	p.mu.RLock()
//	c, ok := p.conns[id]
//	p.mu.RUnlock()
//	if !ok {
//		c = dial(id)
//		p.mu.Lock()
//		p.conns[id] = c // another goroutine may have stored one since
//		p.mu.Unlock()
//	}
//
// and a new value that is computed from the one read before. Safe is what reads the field
// or the key again under the second lock, there or in a helper, and what one goroutine at a
// time does. Where it does not matter which of two values is kept, less is lost: only
// channels, values that can be closed and those that own a lock have an identity. What is
// stored under one lock is one finding.
func run(p *check.Pass) {
	reported := containers(p) // by where the lock is taken again, or the method is called that does
	rows(p)
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, act := range atomicity.StaleActs(model, guard.Noted(p)) {
		sel, lock := source.NameAt(p, act.Pos), source.CallAt(p, act.Hold.Pos)
		if act.Call != nil && reported[act.Call.Pos()] {
			continue
		}
		if act.Call != nil {
			reportStaleCall(p, act)
			continue
		}
		if sel == nil || lock == nil || reported[act.Hold.Pos] || p.Quiet(act.Pos) {
			continue
		}
		if act.Alone {
			p.Safe(sel, p.Source(sel)+" tested before", verdict.Handled, act.Read.Pos)
			continue
		}
		reported[act.Hold.Pos] = true
		reportCheckThenAct(p, act, sel, source.ReceiverText(p, lock))
	}
	for _, d := range atomicity.StaleDeletes(model, guard.Noted(p)) {
		reportStaleDelete(p, d)
	}
	for _, lost := range atomicity.LostUpdates(model) {
		reportLostUpdate(p, lost)
	}
}

func reportCheckThenAct(p *check.Pass, act atomicity.StaleAct, sel ast.Expr, mu string) {
	at := act.Read.Pos
	if act.Test != nil {
		at = act.Test.Pos() // another function reads
	}
	tested := p.Line(at)
	text := fmt.Sprintf("update of another goroutine may be lost: %s is stored because of the test at line %d, and %s was released after that test",
		p.Source(sel), tested, mu)
	if stmt, _ := source.Statement(p, act.Pos); adds(stmt) {
		text = fmt.Sprintf("%s may change although the test at line %d no longer holds: %s was released after that test", p.Source(sel), tested, mu)
	}
	if act.Bare {
		text = fmt.Sprintf("update of another goroutine may be lost: %s is stored because of the test at line %d, which does not hold %s", p.Source(sel), tested, mu)
	}
	if act.Derived {
		text = fmt.Sprintf("update of another goroutine may be lost: %s is computed from its value at line %d, and %s was released after that read",
			p.Source(sel), tested, mu)
	}
	p.Report(check.Finding{
		At:      sel,
		Message: text,
		Trace: []check.Hop{
			{Pos: at, Message: "tested here"},
			{Pos: act.Hold.Pos, Message: "locked again here"},
		},
		Doubts: act.Doubts,
		Fix:    fixCheckThenAct(p, act),
	})
}

// reportStaleCall reports an act whose test is in the caller of the function that writes.
func reportStaleCall(p *check.Pass, act atomicity.StaleAct) {
	call, written, lock := source.CallExpr(p, act.Call), source.NameAt(p, act.Pos), source.CallAt(p, act.Hold.Pos)
	if call == nil || written == nil || lock == nil || p.Quiet(call.Pos()) {
		return
	}
	name := p.Name(call.Fun)
	if act.Alone {
		p.Safe(call, name+" stores what was tested before", verdict.Handled, act.Read.Pos)
		return
	}
	tested, mu := act.Read.Pos, source.ReceiverText(p, lock)
	text := fmt.Sprintf("update of another goroutine may be lost: %s stores %s because of the test at line %d, and %s was released after that test",
		name, p.Source(written), p.Line(tested), mu)
	if act.Test != nil {
		tested = act.Test.Pos()
		text = fmt.Sprintf("two goroutines may both pass the test at line %d before %s changes %s: %s is released between the two", p.Line(tested), name, p.Source(written), mu)
	}
	p.Report(check.Finding{
		At:      call,
		Message: text,
		Trace: []check.Hop{
			{Pos: tested, Message: "tested here"},
			{Pos: act.Hold.Pos, Message: "locked again here"},
			{Pos: act.Pos, Message: "stored here"},
		},
		Doubts: act.Doubts,
	})
}

// adds reports whether a statement changes a value by what it is then, as x -= n does.
func adds(stmt ast.Stmt) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	_, counts := stmt.(*ast.IncDecStmt)
	return counts || ok && assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE
}
