package muststop

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// endedByResult records a fact about a function that starts a goroutine and returns what alone ends it: a literal that
// closes or cancels what it waits for, or the cancel function of its context.
//
//	func every(d time.Duration, f func()) (stop func()) {
//		done := make(chan struct{})
//		go func() { for { select { case <-done: return; case <-t.C: f() } } }()
//		return func() { close(done) }
//	}
func (m *model) endedByResult(s ssaflow.Start) {
	fn := s.Instr.Parent()
	if servesAfter(s.Instr) {
		return
	}
	for _, results := range ssaflow.Returns(fn) {
		for i, res := range results {
			if !m.ends(Origin(res), s.Bodies[0]) || !always(s.Instr, i) {
				continue
			}
			m.add(fn, &Fact{
				Value:   i,
				Cleanup: true,
				Where:   place.Of(m.pass, m.pass.Fset.Position(s.Instr.Pos())),
				Memory:  m.inMemory(s.Bodies[0], 4),
			})
			return
		}
	}
}

// ends reports whether a goroutine cannot return unless a function value is called.
func (m *model) ends(stop ssa.Value, body *ssa.Function) bool {
	var own func(*ssaflow.Source) bool
	switch stop := stop.(type) {
	case *ssa.MakeClosure:
		own = func(s *ssaflow.Source) bool { return !s.Open && raisedWithin(s, stop.Fn.(*ssa.Function)) }
	case *ssa.Extract:
		call, ok := stop.Tuple.(*ssa.Call)
		if !ok || stop.Index != 1 || catalog.ContextEnds[ssaflow.Callee(&call.Call)] != "cancel" {
			return false
		}
		parent := m.flow.ContextSource(call.Call.Args[0])
		if parent.Open || len(parent.Raises) > 0 {
			return false
		}
		own = func(s *ssaflow.Source) bool { return s.Context != nil && madeBy(s.Context, call) }
	default:
		return false
	}
	never := func(s *ssaflow.Source) bool { return !s.Open && len(s.Raises) == 0 }
	return m.flow.Exits(never).Reachable(body) &&
		!m.flow.Exits(func(s *ssaflow.Source) bool { return own(s) || never(s) }).Reachable(body)
}

// raisedWithin reports whether a function, with those in it, has all that raise a source.
func raisedWithin(s *ssaflow.Source, fn *ssa.Function) bool {
	return len(s.Raises) > 0 && !slices.ContainsFunc(s.Raises, func(op ssaflow.Op) bool {
		for in := op.Fn(); in != nil; in = in.Parent() {
			if in == fn {
				return false
			}
		}
		return true
	})
}

// madeBy reports whether a call makes each context of a class.
func madeBy(c *ssaflow.Class, call *ssa.Call) bool {
	return len(c.Makes) > 0 && !slices.ContainsFunc(c.Makes, func(made ssa.Value) bool {
		if x, ok := made.(*ssa.Extract); ok {
			made = x.Tuple
		}
		return made != ssa.Value(call)
	})
}
