// Package closebeforedrain is the check shutdownorder/close-before-drain: channel is
// closed while goroutines may still send on it.
package closebeforedrain

import (
	"embed"
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed closebeforedrain.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "close-before-drain",
	Title:      "channel is closed while goroutines may still send on it",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (d *dispatcher) Stop() {
//		close(d.jobs) // while loop, a goroutine, sends on d.jobs
//	}
//
// for channels in fields, made in this package; that others get them to send on, too, makes
// its own sends no safer. Senders are goroutines of this package, handlers of requests, and, doubtful,
// callers in other packages.
// Silent when the closing function, or what calls it, waits for the sender; when the sender
// is what calls it, is counted by another type, which may wait for it, recovers, or is a
// test's; when both hold the same lock; and when a condition says that the sender was not
// started; when the two are of objects made in different places; and when the functions of
// both pass work to each other. Doubtful when something of which nothing is known comes
// before the close, and when a function makes two channels for such a field.
func run(p *check.Pass) {
	if !closesAny(p) {
		return
	}
	reportEarly(p)
	reportByReceiver(p)
	report.Report(p)
	reportSnapshots(p)
	reportTested(p)
}

// reportEarly reports closes that do not wait for goroutines that send.
func reportEarly(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	for _, c := range flow.Channels() {
		if c.Foreign || len(c.Fields) == 0 {
			continue
		}
		for _, closed := range c.Closes {
			call, ok := closed.Instr.(*ssa.Call)
			if !ok || p.Quiet(call.Pos()) {
				continue
			}
			if e := earlyClose(p, flow, c, call); e != nil {
				e.report(p)
			}
		}
	}
}

// An early is a close that does not wait for a sender.
type early struct {
	class  *ssaflow.Class
	closed *ssa.Call
	send   ssaflow.Op
	from   *source
	doubts []check.Doubt
}

// earlyClose returns the send of which it is surest that it may come after the close.
func earlyClose(p *check.Pass, flow *ssaflow.Flow, c *ssaflow.Class, call *ssa.Call) *early {
	var found *early
	for _, send := range c.Sends {
		from := sender(p, flow, call.Parent(), send)
		if from == nil || from.start != nil && notStarted(call, from.start) || otherObjects(call.Call.Args[0], channelOf(send)) {
			continue
		}
		if relayed(flow, call.Parent(), send.Fn()) {
			p.Safe(ssainstr.CallExpr(p, call.Pos()), "close", verdict.Handled, call.Pos())
			continue
		}
		w := &waitsFor{flow: flow, from: from, closed: c}
		if w.above(call, 2) {
			p.Safe(ssainstr.CallExpr(p, call.Pos()), "close", verdict.Joined, call.Pos())
			continue
		}
		e := &early{c, call, send, from, append(w.doubts(), from.callersDuty(p)...)}
		if twoAtOnce(c) {
			e.doubts = append(e.doubts, check.Doubting(verdict.OtherObject, call.Pos()))
		}
		if found == nil || len(e.doubts) < len(found.doubts) {
			found = e
		}
	}
	return found
}

// channelOf returns the channel of a send, of a statement or a case of a select.
func channelOf(send ssaflow.Op) ssa.Value {
	if sel, ok := send.Instr.(*ssa.Select); ok {
		return sel.States[send.State].Chan
	}
	return send.Instr.(*ssa.Send).Chan
}

// twoAtOnce reports whether one function makes two channels of the class, as for
// the ends of a pipe: what is closed may be the one, and what is sent on the other.
func twoAtOnce(c *ssaflow.Class) bool {
	homes := make(map[*ssa.Function]bool)
	for _, m := range c.Makes {
		if homes[m.Parent()] {
			return true
		}
		homes[m.Parent()] = true
	}
	return false
}

func (e *early) report(p *check.Pass) {
	call := ssainstr.CallExpr(p, e.closed.Pos())
	if call == nil {
		return
	}
	at := e.from.at()
	var fix *edit.Fix
	if !e.receivesItself() {
		fix = fixCloseBeforeDrain(p, call, e.send)
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("send on closed channel panics: close(%s) does not wait for %s, which sends at %s",
			p.Source(call.Args[0]), e.from.named(p, call), p.Where(e.send.Instr.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: at, Message: "started here"}, {Pos: e.send.Instr.Pos(), Message: "sends here"}},
		Doubts: e.doubts,
		Fix:    fix,
	})
}

// receivesItself reports whether what closes the channel is what empties it: then it
// cannot wait for the senders.
func (e *early) receivesItself() bool {
	return slices.ContainsFunc(slices.Concat(e.class.Receives, e.class.Ranges), func(op ssaflow.Op) bool {
		return ssainstr.SameFunction(op.Fn(), e.closed.Parent())
	})
}
