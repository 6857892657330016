package relayoutlivescall

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// outer is what a relay waits for, beside the end of the context itself.
type outer struct {
	at     []token.Pos // of the receives
	given  bool        // callers of the function pass one of the signals
	ofCall bool        // they pass all
}

// outer returns what the relay waits for, nil where something of the function itself may end the wait.
func (r *relay) outer(flow *ssaflow.Flow) *outer {
	o := &outer{ofCall: true}
	for _, w := range r.waits() {
		switch r.originOf(w.ch) {
		case own:
			o.given = o.given || r.parentGiven()
			if r.parentEnds() {
				return nil
			}
			continue
		case param:
			if r.answers() && isDone(w.ch) {
				return nil
			}
			o.given = true
		case owner:
			o.ofCall = false
		default:
			return nil
		}
		if r.raised(flow, w.ch) {
			return nil
		}
		o.at = append(o.at, w.at)
	}
	if len(o.at) == 0 {
		return nil
	}
	return o
}

// raised reports whether the function, its callers, or what they call end the wait for a channel.
func (r *relay) raised(flow *ssaflow.Flow, ch ssa.Value) bool {
	source := flow.ChannelSource(ch)
	if source == nil || len(source.Raises) == 0 {
		return false
	}
	callers, _ := flow.Callers(r.fn())
	around := worker.Reached(flow, ssaflow.Outermost(r.fn()))
	for _, call := range callers {
		around = append(around, worker.Reached(flow, ssaflow.Outermost(call.Parent()))...)
	}
	return slices.ContainsFunc(source.Raises, func(op ssaflow.Op) bool { return slices.Contains(around, op.Fn()) })
}

// isDone reports whether a channel is that of a context.
func isDone(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	return ok && ssaflow.Callee(&call.Call) == "(context.Context).Done"
}

// A wait is a channel that a relay receives from.
type wait struct {
	ch ssa.Value
	at token.Pos
}

func (r *relay) waits() (list []wait) {
	switch w := r.wait.(type) {
	case *ssa.UnOp:
		return []wait{{w.X, w.Pos()}}
	case *ssa.Select:
		for _, s := range w.States {
			if s.Dir != types.RecvOnly {
				return nil
			}
			list = append(list, wait{s.Chan, s.Pos})
		}
	}
	return list
}

// parentGiven reports whether a caller passes the context from which the function derives its own.
func (r *relay) parentGiven() bool { return r.valueOrigin(r.made.Call.Args[0], 8) == param }

// parentEnds reports whether the parent ends when the function returns: another context of the function,
// or that of a request.
func (r *relay) parentEnds() bool {
	arg := r.made.Call.Args[0]
	if call, ok := arg.(*ssa.Call); ok && catalog.ContextRoots[ssaflow.Callee(&call.Call)] {
		return false
	}
	switch r.valueOrigin(arg, 8) {
	case param:
		return r.answers()
	case owner:
		return false
	}
	return true
}

// names returns the source of what the relay waits for.
func (o *outer) names(p *check.Pass) string {
	var list []string
	for _, pos := range o.at {
		if at := channel.ReceiveNode(p, pos); at != nil {
			list = append(list, p.Source(ast.Unparen(channel.ChannelOf(at))))
		}
	}
	list = slices.Compact(list)
	return strings.Join(list, " or ")
}
