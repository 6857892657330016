package shutdownorder

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

var doubleClose = &check.Check{
	Slug:       "double-close",
	Title:      "channel is closed twice: the second close panics",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runDoubleClose,
}

// runDoubleClose reports methods that close a channel whenever they are called,
//
//	func (w *Worker) Stop() { close(w.stop) }
//
// where two calls are in sight: two of one function on one value,
//
//	defer w.Stop()
//	…
//	w.Stop()
//
// two methods of the type that close the same channel, and the Close of what
// others know as a net.Listener, net.Conn or the like. Silent when one of the
// calls is on a path that the other is not on, when the value or its channel is
// made anew in between, and when nothing shows a second call.
func runDoubleClose(p *check.Pass) {
	once := closesonce.Of(p.Pass)
	reported := make(map[*types.Func]bool)
	reportCalledTwice(p, once, reported)
	var methods []*types.Func
	for fn := range once.Methods() {
		if fn.Exported() && !reported[fn] && !p.Quiet(fn.Pos()) {
			methods = append(methods, fn)
		}
	}
	slices.SortFunc(methods, func(a, b *types.Func) int { return int(a.Pos() - b.Pos()) })
	for i, fn := range methods {
		if reportClosedByBoth(p, once, methods[:i], fn) {
			continue
		}
		m := once.Methods()[fn]
		if !m.Builtin || fn.Name() != "Close" {
			continue
		}
		if name := seenAs(p, receiverType(fn)); name != "" {
			p.Report(check.Finding{
				At: m.Call,
				Message: fmt.Sprintf("every call of %s closes %s, and those who have a %s call it more than once: the second close panics",
					fn.Name(), p.Source(m.Call.Args[0]), name),
				Fix: fixOnce(p, fn, m.Call),
			})
		}
	}
}

// receiverType returns the type that a method is declared for.
func receiverType(fn *types.Func) *types.Named {
	named := callmatch.Named(fn.Signature().Recv().Type())
	if named == nil {
		return nil
	}
	return named.Origin()
}

// reportClosedByBoth reports fn if one of the methods before it closes the same
// channel, and neither does it by calling the other.
func reportClosedByBoth(p *check.Pass, once *closesonce.Result, before []*types.Func, fn *types.Func) bool {
	m := once.Methods()[fn]
	owner := receiverType(fn)
	for _, other := range before {
		o := once.Methods()[other]
		if o.Path != m.Path || o.Own || m.Own || receiverType(other) != owner || told(fn) || told(other) {
			continue
		}
		f := check.Finding{
			At: m.Call,
			Message: fmt.Sprintf("every call of %s closes %s%s, and so does %s at %s: calling both panics with \"close of closed channel\"",
				fn.Name(), fn.Signature().Recv().Name(), m.Path, other.Name(), p.Where(o.Call.Pos(), m.Call.Pos())),
			Trace: []check.Hop{{Pos: o.Call.Pos(), Message: "closed here too"}},
		}
		if m.Builtin && o.Builtin {
			f.Fix = fixOnce(p, fn, m.Call, o.Call)
		}
		p.Report(f)
		return true
	}
	return false
}

// told reports whether callers of fn tell it more than a context: the outcome of
// something, which there is one of, by the one method or the other.
func told(fn *types.Func) bool {
	params := fn.Signature().Params()
	return params.Len() > 1 || params.Len() == 1 && callmatch.TypeName(params.At(0).Type()) != "context.Context"
}

// reportCalledTwice reports calls of one function that close one channel twice:
// at the close if it is in this package, else at the second call.
func reportCalledTwice(p *check.Pass, once *closesonce.Result, reported map[*types.Func]bool) {
	for _, pair := range calledTwice(p, once) {
		first, second := pair[0], pair[1]
		fn := callmatch.Callee(p.TypesInfo, second)
		m := once.Methods()[fn.Origin()]
		if m == nil || !m.Builtin {
			p.Report(check.Finding{
				At: second,
				Message: fmt.Sprintf("%s closes a channel each time, and %s calls %s on the same value: the second close panics",
					p.Source(second.Fun), p.Where(first.Pos(), second.Pos()), p.Source(first.Fun)),
				Trace: []check.Hop{{Pos: first.Pos(), Message: "called here too"}},
			})
			continue
		}
		if reported[fn.Origin()] {
			continue
		}
		reported[fn.Origin()] = true
		p.Report(check.Finding{
			At: m.Call,
			Message: fmt.Sprintf("every call of %s closes %s, and it is called on one value at %s and %s: the second close panics",
				fn.Name(), p.Source(m.Call.Args[0]), p.Where(first.Pos(), m.Call.Pos()), p.Where(second.Pos(), m.Call.Pos())),
			Trace: []check.Hop{{Pos: first.Pos(), Message: "called here"}, {Pos: second.Pos(), Message: "and here"}},
			Fix:   fixOnce(p, fn, m.Call),
		})
	}
}
