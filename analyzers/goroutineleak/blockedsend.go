package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var blockedSend = &check.Check{
	Slug:       "blocked-send",
	Title:      "goroutine sends on a channel whose receiver can leave first",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Run:        runBlockedSend,
}

// runBlockedSend reports
//
//	done := make(chan error)
//	go func() { done <- work() }()
//	select {
//	case err := <-done:
//		return err
//	case <-ctx.Done():
//		return ctx.Err() // nobody will ever receive
//	}
//
// and its kin: a return between the go statement and the receive, one receive
// for many senders, a loop over results that is left early, a channel returned
// by a function, a reply channel in a request, a field whose only reader leaves
// its loop for a context or a stop channel. Safe when anybody else may receive, when
// the channel has room for all that is sent, and when what ends the wait shows that
// the sender is through.
func runBlockedSend(p *check.Pass) {
	if !startsGoroutines(p) {
		return
	}
	reportNilChannels(p, true)
	reported := make(map[*ssaflow.Class]bool)
	for _, w := range reportCircles(p, true) {
		reported[w.class] = true
	}
	leaks := leaksOf(p, reported)
	for _, l := range leaks {
		reported[l.owner.class] = true
		reportBlockedSend(p, l)
	}
	for _, d := range desertions(p) {
		if !reported[d.class] && !p.Quiet(d.send.Pos()) {
			reported[d.class] = true
			reportDesertion(p, d)
		}
	}
	reportFailedReceivers(p, reported)
	reportStages(p, reported)
}

// startsGoroutines is the early out, before anything is built.
func startsGoroutines(p *check.Pass) bool { return len(astindex.Of(p.Pass).Starts) > 0 }

func reportBlockedSend(p *check.Pass, l *leak) {
	o, e := l.owner, l.escape
	sends := o.bareSends()
	make := makeNode(p, o.makePos())
	if len(sends) == 0 || make == nil {
		return
	}
	stmt := sendNode(p, sends[len(sends)-1].Pos())
	if stmt == nil || p.Fset.File(stmt.Pos()) != p.Fset.File(make.Pos()) && !p.Quiet(make.Pos()) {
		return
	}
	leaves := endOf(o.fn, e.at)
	p.Report(check.Finding{
		At:      stmt,
		Message: blockedSendMessage(p, o, e, stmt, leaves),
		Trace: []check.Hop{
			{Pos: make.Pos(), Message: "made here"},
			{Pos: e.sender.at.Pos(), Message: "passed to the sender here"},
			{Pos: leaves, Message: "returns here"},
		},
		Doubts: l.doubts(p, sends),
		Fix:    fixBlockedSend(p, l, stmt, sends),
	})
}

func blockedSendMessage(p *check.Pass, o *owner, e *escape, stmt *ast.SendStmt, leaves token.Pos) string {
	name := p.Source(stmt.Chan)
	where := p.Where(leaves, stmt.Pos())
	_, waits := e.at.(*ssa.Call)
	switch {
	case waits:
		return fmt.Sprintf("send on %s blocks forever when %s waits for the sender at %s before it has received all values", name, funcName(o.fn), where)
	case e.at == o.birth:
		return fmt.Sprintf("send on %s blocks forever when the loop at %s continues without receiving", name, where)
	case e.received == 0:
		return fmt.Sprintf("send on %s blocks forever when %s returns at %s without receiving", name, funcName(o.fn), where)
	}
	return fmt.Sprintf("send on %s blocks forever when %s returns at %s before it has received all values", name, funcName(o.fn), where)
}

// funcName returns what to call a function in a message.
func funcName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return "the function literal"
	}
	return fn.Name()
}
