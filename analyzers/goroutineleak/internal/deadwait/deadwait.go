// Package deadwait finds waits for signals that nothing in the package sends.
package deadwait

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A NeverWait is the wait, at a place, by which alone a goroutine would end.
type NeverWait struct {
	G    Goroutine
	Wait ssaflow.Wait
	At   inspector.Cursor
}

// NeverSignalled returns the waits of goroutines for signals that nothing sends.
func NeverSignalled(p *check.Pass) []NeverWait {
	var list []NeverWait
	seen := make(map[token.Pos]bool)
	flow := ssaflow.Of(p.Pass)
	for _, g := range Goroutines(p) {
		never := neverFor(flow, g)
		dead := flow.Exits(never)
		if dead.Reachable(g.Body) || !flow.Exits(nil).Reachable(g.Body) {
			continue
		}
		wait, ok := decisive(flow, g.Body, dead.Cut, never)
		if !ok || startedWithRoot(g, wait) {
			continue
		}
		at, ok := waitExpr(p, wait)
		if !ok || seen[at.Node().Pos()] || p.Quiet(at.Node().Pos()) || MentionedElsewhere(p, wait) {
			continue
		}
		seen[at.Node().Pos()] = true
		list = append(list, NeverWait{g, wait, at})
	}
	return list
}

// startedWithRoot reports whether the goroutine was passed a root context, which is
// ctxbackground/background-in-loop's to report:
//
//	go s.loop(context.Background())
func startedWithRoot(g Goroutine, w ssaflow.Wait) bool {
	args := g.Start.Instr.Common().Args
	if inner := g.Start.Inner(); inner != nil {
		args = inner.Args
	}
	return w.Source.Context != nil && slices.ContainsFunc(args, func(arg ssa.Value) bool {
		call, ok := arg.(*ssa.Call)
		return ok && catalog.ContextRoots[ssaflow.Callee(&call.Call)] && slices.Contains(w.Source.Context.Makes, ssa.Value(call))
	})
}

// MentionedElsewhere reports whether a file that this build leaves out, for
// another system for instance, mentions what holds the source.
func MentionedElsewhere(p *check.Pass, w ssaflow.Wait) bool {
	names := make(map[string]bool)
	if ch := w.Source.Channel; ch != nil {
		for _, field := range ch.Fields {
			names[field.Name()] = true
		}
	}
	if fl := w.Source.Flag; fl != nil && fl.Var != nil {
		names[fl.Var.Name()] = true
	}
	return len(names) > 0 && astindex.IgnoredFilesMention(p.Pass, names)
}

// neverFor returns the function that reports whether a source never fires, for a goroutine.
// A queue counts in a field; and a signal in a function that nothing calls does not, if
// something calls what starts the goroutine.
func neverFor(flow *ssaflow.Flow, g Goroutine) func(*ssaflow.Source) bool {
	called := uncalled(flow, g.Start.Instr.Parent(), 3) == nil
	return func(s *ssaflow.Source) bool {
		return s.Dead() && (!IsQueue(s) || len(s.Channel.Fields) > 0 || ofPackage(flow, s.Channel)) ||
			neverClosed(s) || called && NeverRaised(flow, s) != nil
	}
}

// neverClosed reports whether a source is the end of the channels that a map or slice of the
// package keeps, and that only the package could close, and nothing closes any.
func neverClosed(s *ssaflow.Source) bool {
	return s.Channel != nil && s.Channel.Sealed && len(s.Raises) == 0
}

// ofPackage reports whether the channel is made for a variable of the package.
func ofPackage(flow *ssaflow.Flow, c *ssaflow.Class) bool {
	return slices.ContainsFunc(c.Sends, func(op ssaflow.Op) bool {
		load, ok := channel.ChannelIn(op).(*ssa.UnOp)
		if !ok {
			return false
		}
		global, ok := load.X.(*ssa.Global)
		return ok && global.Pkg == flow.SSA.Package && !token.IsExported(global.Name())
	})
}

// IsQueue reports whether values are sent on the channel.
func IsQueue(s *ssaflow.Source) bool {
	return s.Channel != nil && s.Context == nil && len(s.Channel.Sends) > 0
}

// NeverRaised returns the only function that makes the source fire, if nothing calls it.
func NeverRaised(flow *ssaflow.Flow, s *ssaflow.Source) *ssa.Function {
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
