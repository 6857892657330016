package goroutineleak

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

var blockedReceive = &check.Check{
	Slug:       "blocked-receive",
	Title:      "goroutine receives from a channel whose sender can leave without sending or closing",
	Severity:   check.High,
	Confidence: check.Certain,
	Heeds:      check.Closes | check.RunsForever,
	Since:      "0.1.0",
	Run:        runBlockedReceive,
}

// runBlockedReceive reports
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
// the same for a bare receive and a way out without a send, and the other way
// round: a function waits for what a goroutine may return without sending.
// Silent when others may send or close, for channels in fields, when the wait
// may depend on the same condition, and in what only main calls.
func runBlockedReceive(p *check.Pass) {
	if !startsGoroutines(p) {
		return
	}
	reportNilChannels(p, false)
	seen := make(map[token.Pos]bool)
	for _, w := range reportCircles(p, false) {
		seen[w.instr.Pos()] = true
	}
	for _, f := range feeds(p) {
		if p.Quiet(f.wait.Instr.Pos()) || seen[f.wait.Instr.Pos()] || onlyMain(p, f.make.Parent(), 4) {
			continue
		}
		g := f.gap()
		if g == nil || !f.inward && g.captured() {
			continue
		}
		seen[f.wait.Instr.Pos()] = true
		reportBlockedReceive(p, f, g)
	}
}

func reportBlockedReceive(p *check.Pass, f *feed, g *gap) {
	at := receiveNode(p, f.wait.Instr.Pos())
	name := p.Source(channelOf(at))
	if at == nil || name == "" {
		return
	}
	feeder, fn := funcName(f.make.Parent()), f.make.Parent()
	if !f.inward {
		feeder, fn = "the goroutine started at "+p.Where(f.start.Instr.Pos(), at.Pos()), f.body
	}
	leaves := endOf(fn, g.rets[0])
	does, lacks := "receive from "+name, "sending or closing"
	if f.closing {
		does, lacks = "range over "+name, "closing it"
	}
	p.Report(check.Finding{
		At:      channelOf(at),
		Message: fmt.Sprintf("%s blocks for ever when %s returns at %s without %s", does, feeder, p.Where(leaves, at.Pos()), lacks),
		Trace: []check.Hop{
			{Pos: f.make.Pos(), Message: "made here"},
			{Pos: f.start.Instr.Pos(), Message: "started here"},
			{Pos: leaves, Message: "leaves here"},
		},
		Fix: fixBlockedReceive(p, f, g),
	})
}

// endOf returns where a function is left: at the return statement, or at the
// end of its body.
func endOf(fn *ssa.Function, ret ssa.Instruction) token.Pos {
	if ret.Pos().IsValid() {
		return ret.Pos()
	}
	return funcBody(fn.Syntax()).Rbrace
}
