package closebeforedrain

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A source is what runs a send: a goroutine of the package, a handler of requests, or callers in other
// packages.
type source struct {
	start   ssa.Instruction // of the goroutine, nil for others
	bodies  []*ssa.Function
	starter string
	handler *ssa.Function
	method  *ssa.Function // that importers call
}

func (s *source) at() token.Pos {
	switch {
	case s.start != nil:
		return s.start.Pos()
	case s.method != nil:
		return s.method.Pos()
	}
	return s.handler.Pos()
}

func (s *source) named(p *check.Pass, from *ast.CallExpr) string {
	switch {
	case s.start != nil:
		return "the goroutine started at " + p.Where(s.start.Pos(), from.Pos())
	case s.method != nil:
		return "calls of " + s.method.Name()
	}
	return "requests in flight (" + s.handler.Name() + ")"
}

// sender returns what runs a send while another function closes the channel, nil if that is
// not known.
func sender(p *check.Pass, flow *ssaflow.Flow, closer *ssa.Function, send ssaflow.Op) *source {
	fn := send.Fn()
	if p.Quiet(send.Instr.Pos()) || ssainstr.SameFunction(fn, closer) || recovered(p, fn) || shareLock(flow, closer, fn) {
		return nil
	}
	bodies, above := callersOf(flow, fn), callersOf(flow, closer)
	if bodies[closer] || above[fn] {
		return nil // the one ends before the other begins, or begins by it
	}
	for _, s := range flow.Starts() {
		for _, body := range s.Bodies {
			if bodies[body] && !p.Quiet(s.Instr.Pos()) && !above[body] && !bodiesShared(s, closer) && !joinedByOther(s, closer) && !joinedInPlace(s) {
				return &source{start: s.Instr, bodies: s.Bodies, starter: s.Starter}
			}
		}
	}
	inOrder := slices.SortedFunc(maps.Keys(bodies), func(a, b *ssa.Function) int { return int(a.Pos() - b.Pos()) })
	for _, body := range inOrder {
		if astindex.AnswersRequests(body.Signature) && !above[body] {
			return &source{handler: body, bodies: []*ssa.Function{body}}
		}
	}
	return importers(p, flow, closer, inOrder)
}

// bodiesShared reports whether the function that closes also starts the sender:
// then it is no shutdown of something that runs.
func bodiesShared(s ssaflow.Start, closer *ssa.Function) bool {
	return ssainstr.SameFunction(s.Instr.Parent(), closer)
}

// joinedInPlace reports whether the function that starts the sender waits for it on each way to its end, by a group of its
// own: then the send is made while that function is called.
//
//	func (p *Pool) Do(fn func()) {
//		var wg sync.WaitGroup
//		wg.Add(1)
//		go func() { defer wg.Done(); p.tasks <- fn }()
//		wg.Wait()
//	}
func joinedInPlace(s ssaflow.Start) bool {
	lit, ok := s.Instr.Common().Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	for instr := range ssaflow.Instrs(s.Instr.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || !catalog.Joins[ssaflow.Callee(&call.Call)] || len(call.Call.Args) == 0 || !ssainstr.Precedes(s.Instr, call) {
			continue
		}
		group, local := call.Call.Args[0].(*ssa.Alloc)
		if local && slices.Contains(lit.Bindings, ssa.Value(group)) && !skips(s.Instr.Block(), call.Block(), make(map[*ssa.BasicBlock]bool)) {
			return true
		}
	}
	return false
}

// shareLock reports whether the one function and the other, or what calls it in the
// same goroutine, take the same lock.
func shareLock(flow *ssaflow.Flow, closer, sender *ssa.Function) bool {
	held := locksOf(flow, closer)
	if len(held) == 0 {
		return false
	}
	for fn := range callersHere(flow, sender) {
		for lock := range locksOf(flow, fn) {
			if held[lock] {
				return true
			}
		}
	}
	return false
}

// callersHere returns a function and those that call it in the same goroutine, directly or not.
func callersHere(flow *ssaflow.Flow, fn *ssa.Function) map[*ssa.Function]bool {
	set := make(map[*ssa.Function]bool)
	var climb func(fn *ssa.Function)
	climb = func(fn *ssa.Function) {
		if fn == nil || set[fn] {
			return
		}
		set[fn] = true
		if begins(flow, fn) {
			return
		}
		climb(fn.Parent())
		callers, _ := flow.Callers(fn)
		for _, c := range callers {
			if _, starts := c.(*ssa.Go); !starts {
				climb(c.Parent())
			}
		}
	}
	climb(fn)
	return set
}

// begins reports whether a literal is what a goroutine runs: it holds no lock of the function around it.
func begins(flow *ssaflow.Flow, fn *ssa.Function) bool {
	return fn.Parent() != nil && slices.ContainsFunc(flow.Starts(), func(s ssaflow.Start) bool { return slices.Contains(s.Bodies, fn) })
}

// locksOf returns the fields and variables whose Lock fn calls, or the function around
// it in the same goroutine.
func locksOf(flow *ssaflow.Flow, fn *ssa.Function) map[any]bool {
	set := make(map[any]bool)
	for around := true; fn != nil && around; fn = fn.Parent() {
		around = !begins(flow, fn)
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if ok && catalog.Locks[ssaflow.Callee(call.Common())].Acquire {
				set[ssainstr.Identity(call.Common())] = true
			}
		}
	}
	return set
}
