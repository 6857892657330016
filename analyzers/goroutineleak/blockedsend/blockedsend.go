// Package blockedsend is the check goroutineleak/blocked-send: goroutine sends on a
// channel whose receiver can leave first.
package blockedsend

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/nilchan"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitcycle"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

//go:embed blockedsend.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "blocked-send",
	Title:      "goroutine sends on a channel whose receiver can leave first",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	done := make(chan error)
//	go func() { done <- work() }()
//	select {
//	case err := <-done:
//		return err
//	case <-ctx.Done():
//		return ctx.Err() // nothing will ever receive
//	}
//
// and its kin: a return between the go statement and the receive, one receive for many
// senders, a loop over results that is left early, a channel returned by a function, a
// reply channel in a request, a field whose only reader leaves its loop for a context or a
// stop channel. Safe when another goroutine may receive, when the buffer of the channel
// holds all that is sent, and when what ends the wait shows that the sender has returned.
func run(p *check.Pass) {
	nilchan.ReportNilChannels(p, true)
	if ssainstr.StartsGoroutines(p) {
		reportStarted(p)
	} else if hasSend(p) {
		reported := make(map[*ssaflow.Class]bool)
		reportDesertions(p, reported)
		reportCallbacks(p, reported)
		reportGiven(p, reported)
	}
	report.With(p, report.Hooks{Add: func(f *explore.Finding, found *check.Finding) { found.Fix = fixOfRun(p, f) }})
}

// reportStarted reports sends for which goroutines of the package matter.
func reportStarted(p *check.Pass) {
	reported := make(map[*ssaflow.Class]bool)
	for _, w := range waitcycle.ReportCircles(p, true) {
		reported[w.Class] = true
	}
	leaks := leaksOf(p, reported)
	for _, l := range leaks {
		reported[l.owner.Class] = true
		reportBlockedSend(p, l)
	}
	reportDesertions(p, reported)
	reportFailedReceivers(p, reported)
	reportShrinkingPools(p, reported)
	reportStages(p, reported)
	reportReturned(p, reported)
	reportForeign(p, reported)
	reportSelfSends(p, reported)
	reportReplies(p, reported)
	reportRequests(p, reported)
	reportCallbacks(p, reported)
	reportOutlasted(p, reported)
	reportGiven(p, reported)
}

func reportBlockedSend(p *check.Pass, l *leak) {
	o, e := l.owner, l.escape
	sends := o.BareSends()
	make := channel.MakeNode(p, o.MakePos())
	if len(sends) == 0 || make == nil {
		return
	}
	stmt := channel.SendNode(p, sends[len(sends)-1].Pos())
	if stmt == nil || p.Fset.File(stmt.Pos()) != p.Fset.File(make.Pos()) && !p.Quiet(make.Pos()) {
		return
	}
	leaves := syntax.EndOf(o.Fn, e.At)
	p.Report(check.Finding{
		At:      stmt,
		Message: blockedSendMessage(p, o, e, stmt, leaves),
		Trace: []check.Hop{
			{Pos: make.Pos(), Message: "made here"},
			{Pos: e.Sender.At.Pos(), Message: "passed to the sender here"},
			{Pos: leaves, Message: "returns here"},
		},
		Doubts: l.doubts(p, sends),
		Fix:    fixBlockedSend(p, l, stmt, sends),
	})
}

func blockedSendMessage(p *check.Pass, o *channel.Owner, e *channel.Escape, stmt *ast.SendStmt, leaves token.Pos) string {
	name := p.Source(stmt.Chan)
	where := p.Where(leaves, stmt.Pos())
	_, waits := e.At.(*ssa.Call)
	switch {
	case waits:
		return fmt.Sprintf("send on %s blocks forever when %s waits for the sender at %s before it has received all values", name, ssainstr.FuncName(o.Fn), where)
	case e.At == o.Birth:
		return fmt.Sprintf("send on %s blocks forever when the loop at %s continues without receiving", name, where)
	case e.Received == 0:
		return fmt.Sprintf("send on %s blocks forever when %s returns at %s without receiving", name, ssainstr.FuncName(o.Fn), where)
	}
	return fmt.Sprintf("send on %s blocks forever when %s returns at %s before it has received all values", name, ssainstr.FuncName(o.Fn), where)
}
