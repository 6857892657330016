// Package blockedreceive is the check goroutineleak/blocked-receive: goroutine receives
// from a channel whose sender can leave without sending or closing.
package blockedreceive

import (
	"embed"
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/nilchan"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitcycle"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed blockedreceive.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "blocked-receive",
	Title:      "goroutine receives from a channel whose sender can leave without sending or closing",
	Severity:   check.High,
	Confidence: check.Certain,
	Heeds:      check.Closes | check.RunsForever,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	jobs := make(chan Job)
//	go func() {
//		for j := range jobs { … } // only a close ends this
//	}()
//	if err := load(); err != nil {
//		return err // jobs is not closed
//	}
//	close(jobs)
//
// the same for a bare receive and a return without a send, and the reverse: a function
// waits for what a goroutine may return without sending. Safe when others may send or
// close, and when the wait depends on the same condition.
func run(p *check.Pass) {
	nilchan.ReportNilChannels(p, false)
	if ssainstr.StartsGoroutines(p) {
		reportStarted(p)
	}
	reportWaiters(p)
	report.Report(p)
}

// reportStarted reports what waits for goroutines of the package.
func reportStarted(p *check.Pass) {
	reportSelfWaits(p)
	reportDeadReceives(p)
	reportDeadReturns(p)
	seen := make(map[token.Pos]bool)
	for _, w := range waitcycle.ReportCircles(p, false) {
		seen[w.Instr.Pos()] = true
	}
	for _, f := range feeds(p) {
		if p.Quiet(f.wait.Instr.Pos()) || seen[f.wait.Instr.Pos()] {
			continue
		}
		g := f.gap()
		if g == nil {
			continue
		}
		seen[f.wait.Instr.Pos()] = true
		if f.ruledOut(g) {
			p.Safe(check.Span(f.wait.Instr.Pos(), f.wait.Instr.Pos()), "receive", verdict.Handled, f.start.Instr.Pos())
			continue
		}
		reportBlockedReceive(p, f, g)
	}
	reportLeftSenders(p)
}

func reportBlockedReceive(p *check.Pass, f *feed, g *gap) {
	at := channel.ReceiveNode(p, f.wait.Instr.Pos())
	name := p.Source(channel.ChannelOf(at))
	if at == nil || name == "" {
		return
	}
	feeder, fn := ssainstr.FuncName(f.make.Parent()), f.make.Parent()
	if !f.inward {
		feeder, fn = "the goroutine started at "+p.Where(f.start.Instr.Pos(), at.Pos()), f.body
	}
	leaves := syntax.EndOf(fn, g.rets[0])
	does, lacks := "receive from "+name, "sending or closing"
	if f.closing {
		does, lacks = "range over "+name, "closing it"
	}
	p.Report(check.Finding{
		At:      channel.ChannelOf(at),
		Message: fmt.Sprintf("%s blocks forever when %s returns at %s without %s", does, feeder, p.Where(leaves, at.Pos()), lacks),
		Trace: []check.Hop{
			{Pos: f.make.Pos(), Message: "made here"},
			{Pos: f.start.Instr.Pos(), Message: "started here"},
			{Pos: leaves, Message: "returns here"},
		},
		Doubts: f.doubts(p, g),
		Fix:    fixBlockedReceive(p, f, g),
	})
}

// doubts returns what speaks against a report of the gap.
func (f *feed) doubts(p *check.Pass, g *gap) []check.Doubt {
	list := channel.EndsWithProcess(p, f.make.Parent())
	if !f.inward && g.captured() && !f.waitsAnyway() {
		list = append(list, check.Doubting(verdict.Alternatives, f.wait.Instr.Pos()))
	}
	return list
}

// waitsAnyway reports whether the function that starts the goroutine cannot return
// without the wait: nothing that both can see decides about it.
func (f *feed) waitsAnyway() bool {
	start, wait := f.start.Instr.(ssa.Instruction), f.wait.Instr.Block()
	seen := map[*ssa.BasicBlock]bool{wait: true}
	var leaves func(b *ssa.BasicBlock) bool
	leaves = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		_, returns := ssainstr.LastOf(b).(*ssa.Return)
		return returns || slices.ContainsFunc(b.Succs, leaves)
	}
	return !leaves(start.Block())
}
