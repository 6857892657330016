package goroutineleak

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var stopNeverSignalled = &check.Check{
	Slug:       "stop-never-signalled",
	Title:      "goroutine waits for a stop signal that nothing sends",
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
// function is not called, a flag that is not set. What only a function raises that
// nothing calls is not raised. Silent when code elsewhere may
// raise it (an exported field or function, a value in a container or an
// interface), and when the goroutine can end otherwise. A queue that a goroutine ranges
// over is one of them where nothing closes it; that its owner cannot be stopped is a doubt.
// It reports
// every wait for a sync.Cond that nothing signals, too.
func runStopNeverSignalled(p *check.Pass) {
	reportLonelyConds(p)
	lives := lifetimesIn(p)
	for _, n := range neverSignalled(p) {
		reportNeverSignalled(p, n.g, n.wait, n.at, lives)
	}
}

// A neverWait is the wait, at a place, by which alone a goroutine would end.
type neverWait struct {
	g    goroutine
	wait ssaflow.Wait
	at   inspector.Cursor
}

// neverSignalled returns the waits of goroutines for what nothing raises.
func neverSignalled(p *check.Pass) []neverWait {
	var list []neverWait
	seen := make(map[token.Pos]bool)
	flow := ssaflow.Of(p.Pass)
	for _, g := range goroutines(p) {
		never := neverFor(flow, g)
		dead := flow.Exits(never)
		if dead.Reachable(g.body) || !flow.Exits(nil).Reachable(g.body) {
			continue
		}
		wait, ok := decisive(flow, g.body, dead.Cut, never)
		if !ok || startedWithRoot(g, wait) {
			continue
		}
		at, ok := waitExpr(p, wait)
		if !ok || seen[at.Node().Pos()] || p.Quiet(at.Node().Pos()) || mentionedElsewhere(p, wait) {
			continue
		}
		seen[at.Node().Pos()] = true
		list = append(list, neverWait{g, wait, at})
	}
	return list
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

// neverFor returns the question whether nothing raises a source, asked for a goroutine. A
// queue counts in a field; and a raise in a function that nothing calls does not, where
// something calls what starts the goroutine.
func neverFor(flow *ssaflow.Flow, g goroutine) func(*ssaflow.Source) bool {
	called := uncalled(flow, g.start.Instr.Parent(), 3) == nil
	return func(s *ssaflow.Source) bool {
		return s.Dead() && (!isQueue(s) || len(s.Channel.Fields) > 0 || ofPackage(flow, s.Channel)) ||
			neverClosed(s) || called && neverRaised(flow, s) != nil
	}
}

// neverClosed reports whether a source is the end of the channels that a map or slice of the
// package keeps, all uses of which are seen, and nothing closes any.
func neverClosed(s *ssaflow.Source) bool {
	return s.Channel != nil && s.Channel.Elements && len(s.Raises) == 0
}

// ofPackage reports whether the channel is made for a variable of the package.
func ofPackage(flow *ssaflow.Flow, c *ssaflow.Class) bool {
	return slices.ContainsFunc(c.Sends, func(op ssaflow.Op) bool {
		load, ok := channelIn(op).(*ssa.UnOp)
		if !ok {
			return false
		}
		global, ok := load.X.(*ssa.Global)
		return ok && global.Pkg == flow.SSA.Package && !token.IsExported(global.Name())
	})
}

// forgotten reports whether something takes channels of the class out of a map: their
// goroutines are to end then.
func forgotten(flow *ssaflow.Flow, c *ssaflow.Class) bool {
	return slices.ContainsFunc(flow.SSA.Funcs, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(calls(fn), func(call ssa.CallInstruction) bool {
			builtin, ok := call.Common().Value.(*ssa.Builtin)
			if !ok || builtin.Name() != "delete" {
				return false
			}
			m, ok := call.Common().Args[0].Type().Underlying().(*types.Map)
			return ok && types.Identical(m.Elem(), c.Makes[0].Type())
		})
	})
}

// isQueue reports whether values are sent on the channel.
func isQueue(s *ssaflow.Source) bool {
	return s.Channel != nil && s.Context == nil && len(s.Channel.Sends) > 0
}

// neverRaised returns the function that alone raises the source, and that nothing calls.
func neverRaised(flow *ssaflow.Flow, s *ssaflow.Source) *ssa.Function {
	if s.Open || s.Ticker {
		return nil
	}
	return neverRun(flow, s.Raises)
}

// decisive returns the first of the waits that alone would let fn end.
func decisive(flow *ssaflow.Flow, fn *ssa.Function, cut []ssaflow.Wait, never func(*ssaflow.Source) bool) (ssaflow.Wait, bool) {
	for _, w := range cut {
		without := func(s *ssaflow.Source) bool { return never(s) && !sameSource(s, w.Source) }
		if flow.Exits(without).Reachable(fn) {
			return w, true
		}
	}
	return ssaflow.Wait{}, false
}

func sameSource(a, b *ssaflow.Source) bool {
	return a.Channel == b.Channel && a.Context == b.Context && a.Flag == b.Flag
}

func reportNeverSignalled(p *check.Pass, g goroutine, w ssaflow.Wait, at inspector.Cursor, lives *lifetimes) {
	start := g.start.Instr.Pos()
	var doubts []check.Doubt
	kept := w.Source.Channel != nil && w.Source.Channel.Elements
	if (isQueue(w.Source) || kept) && !(kept && forgotten(ssaflow.Of(p.Pass), w.Source.Channel)) {
		doubts = lives.doubts(g.start)
		if !lives.ownerStops(g.start) {
			doubts = append(doubts, check.Doubting(verdict.Deliberate, start))
		}
	}
	p.Report(check.Finding{
		At:      at.Node(),
		Message: fmt.Sprintf("goroutine started at %s cannot be stopped: it returns only after a stop signal, and %s", p.Where(start, at.Node().Pos()), deadText(p, w, at)),
		Trace: []check.Hop{
			{Pos: start, Message: "started here"},
			{Pos: at.Node().Pos(), Message: "waits here"},
		},
		Doubts: doubts,
		Fix:    fixNeverSignalled(p, g, w, at),
	})
}

// deadText says what is waited for, and who does not raise it.
func deadText(p *check.Pass, w ssaflow.Wait, at inspector.Cursor) string {
	text := p.Source(subject(at.Node()))
	dead := neverRaised(ssaflow.Of(p.Pass), w.Source)
	switch {
	case dead != nil:
		return fmt.Sprintf("nothing calls %s, which alone closes or sets %s", dead.Name(), text)
	case w.Source.Flag != nil:
		return "nothing sets " + text
	case w.Source.Context != nil:
		return "nothing cancels the context of " + text
	}
	if isQueue(w.Source) {
		return "nothing closes " + text
	}
	return "nothing closes " + text + " or sends on it"
}
