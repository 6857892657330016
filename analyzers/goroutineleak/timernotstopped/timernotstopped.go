// Package timernotstopped is the check goroutineleak/timer-not-stopped: timer of time.AfterFunc is not stopped.
package timernotstopped

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed timernotstopped.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "timer-not-stopped",
	Title:      "timer of time.AfterFunc is not stopped",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.3.0",
	Unfixable:  "which lock guards the timer, and what is to become of the work that is due, is a decision of its owner",
	Pages:      pages,
	Run:        run,
}

// run reports timers of time.AfterFunc that a field keeps, where the method that stops the owner leaves them
// running:
//
//	s.limit = time.AfterFunc(d, func() { s.warn() }) // Close does not stop it
//
// where their function starts the next one without a look at what the method sets:
//
//	func (r *refresher) refresh() {
//		r.issue()
//		r.timer = time.AfterFunc(d, r.refresh) // Stop, which came during the call of issue, has stopped the one before
//	}
//
// and where the next one replaces one that still runs:
//
//	func (d *debouncer) Changed() {
//		d.timer = time.AfterFunc(d.wait, d.save) // each call of Changed gets a call of save
//	}
func run(p *check.Pass) {
	if len(astindex.Of(p.Pass).Starts) == 0 {
		return
	}
	for _, t := range timers(p) {
		if p.Quiet(t.call.Pos()) {
			continue
		}
		switch {
		case len(t.stops) == 0:
			reportLeft(p, t)
		default:
			reportRearmed(p, t)
			reportReplaced(p, t)
		}
	}
}

// reportLeft reports a timer that nothing stops, though the method that ends its owner should.
func reportLeft(p *check.Pass, t *timer) {
	end := t.ownersEnd(p)
	if end == nil || t.kept.Gone || t.field.Exported() || end == t.call.Parent() {
		return
	}
	flags := flagsOf(end, 2)
	acts := false
	for _, body := range t.bodies {
		acts = acts || (&acting{flags: flags}).acts(body, 4)
	}
	if !acts {
		return
	}
	t.report(p, t.call.Pos(), fmt.Sprintf("timer function runs after %s: nothing stops %s, and the function does not check what %s sets", end.Name(), t.field.Name(), end.Name()), end.Pos(), "does not stop it", nil)
}

// reportRearmed reports a timer that its function starts again after the method that ends its owner has stopped it.
func reportRearmed(p *check.Pass, t *timer) {
	reach := t.reach()
	at := t.rearmedIn(reach)
	stop := t.endingStop()
	if !at.IsValid() || stop == nil || asked(stop) {
		return
	}
	end := t.endOf(stop.Parent())
	if t.looksAt(reach, flagsOf(end, 2)) {
		return
	}
	var doubts []check.Doubt
	if !works(reach) {
		doubts = append(doubts, check.Doubting(verdict.WhileEnding, stop.Pos()))
	}
	t.report(p, at, fmt.Sprintf("timer may run again after %s: its function starts it without a check of what %s sets, and may be running when %s stops it at %s",
		end.Name(), end.Name(), end.Name(), p.Where(stop.Pos(), at)), stop.Pos(), "stopped here", doubts)
}

// reportReplaced reports a timer that replaces one that still runs.
func reportReplaced(p *check.Pass, t *timer) {
	root := t.repeatedBy(t.call.Parent(), t.call, 3)
	if root == nil {
		return
	}
	var doubts []check.Doubt
	switch {
	case begins(root):
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, root.Pos()))
	case !locks(root):
		doubts = append(doubts, check.Doubting(verdict.NoSecondCall, root.Pos()))
	}
	t.report(p, t.call.Pos(), fmt.Sprintf("timer function runs once for each call of %s: the timer in %s is replaced and not stopped before", root.Name(), t.field.Name()), t.stops[0].Pos(), "stopped only here", doubts)
}

func (t *timer) report(p *check.Pass, at token.Pos, message string, other token.Pos, what string, doubts []check.Doubt) {
	cur, ok := ssainstr.CursorAt(p, at)
	if !ok || p.Reported(at) {
		return
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		p.Report(check.Finding{
			At:      c.Node(),
			Message: message,
			Trace:   []check.Hop{{Pos: other, Message: what}},
			Doubts:  doubts,
		})
		return
	}
}
