package goroutineleak

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var stopNeverSignalled = &check.Check{
	Slug:       "stop-never-signalled",
	Title:      "goroutine waits for something that nothing ever raises",
	Severity:   check.High,
	Confidence: check.Certain,
	Heeds:      check.Stops | check.Closes | check.RunsForever,
	Since:      "0.1.0",
	Run:        runStopNeverSignalled,
}

// runStopNeverSignalled reports
//
//	for {
//		select {
//		case <-ticker.C:
//			…
//		case <-m.stop: // made, and neither closed nor sent to anywhere
//			return
//		}
//	}
//
// for goroutines that have no other way out: a channel, a context whose cancel
// function is not called, a flag that is not set. Silent when code elsewhere may
// raise it (an exported field or function, a value in a container or an
// interface), when the goroutine can end otherwise, and when values are sent on
// the channel, which makes it a queue. It reports every wait for a sync.Cond that
// nothing signals, too.
func runStopNeverSignalled(p *check.Pass) {
	reportLonelyConds(p)
	seen := make(map[token.Pos]bool)
	for _, g := range goroutines(p) {
		flow := ssaflow.Of(p.Pass)
		dead := flow.Exits(neverSignalled)
		if dead.Reachable(g.body) || !flow.Exits(nil).Reachable(g.body) {
			continue
		}
		wait, ok := decisive(flow, g.body, dead.Cut)
		if !ok || startedWithRoot(g, wait) {
			continue
		}
		at, ok := waitExpr(p, wait)
		if !ok || seen[at.Node().Pos()] || p.Quiet(at.Node().Pos()) || mentionedElsewhere(p, wait) {
			continue
		}
		seen[at.Node().Pos()] = true
		reportNeverSignalled(p, g, wait, at)
	}
}

// startedWithRoot reports whether the goroutine was handed a root context, which
// is ctxbackground/background-in-loop's to report:
//
//	go s.loop(context.Background())
func startedWithRoot(g goroutine, w ssaflow.Wait) bool {
	args := g.start.Instr.Common().Args
	if inner := g.start.Inner(); inner != nil {
		args = inner.Args
	}
	return w.Source.Context != nil && slices.ContainsFunc(args, func(arg ssa.Value) bool {
		call, ok := arg.(*ssa.Call)
		return ok && catalog.ContextRoots[ssaflow.Callee(&call.Call)] && slices.Contains(w.Source.Context.Makes, ssa.Value(call))
	})
}

// mentionedElsewhere reports whether a file that this build leaves out, for
// another system for instance, mentions what holds the source.
func mentionedElsewhere(p *check.Pass, w ssaflow.Wait) bool {
	names := make(map[string]bool)
	if ch := w.Source.Channel; ch != nil {
		for _, field := range ch.Fields {
			names[field.Name()] = true
		}
	}
	if fl := w.Source.Flag; fl != nil && fl.Var != nil {
		names[fl.Var.Name()] = true
	}
	return len(names) > 0 && ignoredFilesMention(p, names)
}

func neverSignalled(s *ssaflow.Source) bool {
	return s.Dead() && (s.Channel == nil || s.Context != nil || len(s.Channel.Sends) == 0)
}

// decisive returns the first of the waits that alone would let fn end.
func decisive(flow *ssaflow.Flow, fn *ssa.Function, cut []ssaflow.Wait) (ssaflow.Wait, bool) {
	for _, w := range cut {
		without := func(s *ssaflow.Source) bool { return neverSignalled(s) && !sameSource(s, w.Source) }
		if flow.Exits(without).Reachable(fn) {
			return w, true
		}
	}
	return ssaflow.Wait{}, false
}

func sameSource(a, b *ssaflow.Source) bool {
	return a.Channel == b.Channel && a.Context == b.Context && a.Flag == b.Flag
}

func reportNeverSignalled(p *check.Pass, g goroutine, w ssaflow.Wait, at inspector.Cursor) {
	start := g.start.Instr.Pos()
	p.Report(check.Finding{
		At:      at.Node(),
		Message: fmt.Sprintf("%s: the goroutine started at %s has no other way out and can never be stopped", deadText(p, w, at), p.Where(start, at.Node().Pos())),
		Trace: []check.Hop{
			{Pos: start, Message: "started here"},
			{Pos: at.Node().Pos(), Message: "waits here"},
		},
		Fix: fixNeverSignalled(p, g, w, at),
	})
}

// deadText says what is waited for, and who does not raise it.
func deadText(p *check.Pass, w ssaflow.Wait, at inspector.Cursor) string {
	text := p.Source(subject(at.Node()))
	switch {
	case w.Source.Flag != nil:
		return "nothing ever sets " + text
	case w.Source.Context != nil:
		return "nothing ever cancels the context behind " + text
	}
	return "nothing ever closes " + text + " or sends on it"
}
