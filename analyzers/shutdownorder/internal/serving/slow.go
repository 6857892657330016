package serving

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// EndsProgram reports whether main returns soon after call does: nothing after it in its
// function, and after the calls that lead there from main, waits. Outside of main that is
// assumed of a function for others to call that waits for the signal itself, or starts what
// shuts the server down: the program runs as long as it does, unless a goroutine runs it
// somewhere.
func (s *Signalled) EndsProgram(p *check.Pass, call, stop *ssa.Call, main *types.Func, depth int) (bool, []check.Doubt) {
	fn := call.Parent()
	if s.waitsBehind(call) {
		return false, nil
	}
	doubts := s.mayWaitBehind(call)
	if main != nil && fn.Object() == types.Object(main) || isCommand(p, fn) {
		return true, doubts
	}
	callers, complete := s.flow.Callers(fn)
	if slices.ContainsFunc(callers, s.started) {
		return false, nil // nor does anything end with it there
	}
	if main == nil && (!complete || len(callers) == 0) {
		if s.learnsWithin(fn) {
			return true, doubts
		}
		doubts = append(doubts, check.Doubting(verdict.NoCaller, fn.Pos()))
		run := s.runBy(call, 4)
		if (tells(stop) || !s.startedByGo(stop.Parent())) && !slices.ContainsFunc(run, releasesAtEnd) {
			doubts = append(doubts, check.Doubting(verdict.MayWait, stop.Pos()))
		}
		return slices.ContainsFunc(run, func(fn *ssa.Function) bool { return ssainstr.SameFunction(fn, stop.Parent()) }), doubts
	}
	if !complete || len(callers) != 1 || depth == 0 {
		return false, nil
	}
	caller, ok := callers[0].(*ssa.Call)
	if !ok {
		return false, nil
	}
	ends, more := s.EndsProgram(p, caller, stop, main, depth-1)
	return ends, append(doubts, more...)
}

// tells reports whether the goroutine of a call signals its end, so that others may wait
// for it: it sends, closes or calls Done after the call, or at its end.
func tells(stop *ssa.Call) bool {
	for instr := range ssaflow.Instrs(stop.Parent()) {
		switch instr := instr.(type) {
		case *ssa.Send:
			if ssainstr.Precedes(stop, instr) {
				return true
			}
		case *ssa.Call, *ssa.Defer:
			common := instr.(ssa.CallInstruction).Common()
			_, deferred := instr.(*ssa.Defer)
			if (deferred || ssainstr.Precedes(stop, instr)) && endsWait(common) {
				return true
			}
		}
	}
	return false
}

// startedByGo reports whether a go statement of the package runs a function. One that is
// called back when a context ends belongs to the code that cancels it, which may wait for
// it.
func (s *Signalled) startedByGo(fn *ssa.Function) bool {
	return slices.ContainsFunc(s.flow.Starts(), func(start ssaflow.Start) bool {
		_, isGo := start.Instr.(*ssa.Go)
		return isGo && slices.Contains(start.Bodies, fn)
	})
}

// endsWait reports whether a call closes a channel or counts a group down.
func endsWait(call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	return ssaflow.Callee(call) == "(*sync.WaitGroup).Done"
}

// releasesAtEnd reports whether a function defers the end of something that requests in
// flight may use, whatever its caller waits for.
func releasesAtEnd(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if d, ok := instr.(*ssa.Defer); ok {
			if obj := ssaflow.Object(&d.Call); obj != nil && syntax.Ends[obj.Name()] {
				return true
			}
		}
	}
	return false
}

// runBy returns the function that makes a call, and those of the package that the call
// leads to.
func (s *Signalled) runBy(call ssa.CallInstruction, depth int) []*ssa.Function {
	list := []*ssa.Function{call.Parent()}
	fns, complete := s.flow.Callees(call)
	if !complete || depth == 0 {
		return list
	}
	for _, fn := range fns {
		list = append(list, fn)
		for instr := range ssaflow.Instrs(fn) {
			if inner, ok := instr.(*ssa.Call); ok {
				list = append(list, s.runBy(inner, depth-1)...)
			}
		}
	}
	return list
}

// mayWaitBehind returns the doubt that something after call in its function, of which
// nothing is known, gives the requests the time they need.
func (s *Signalled) mayWaitBehind(call *ssa.Call) []check.Doubt {
	for instr := range ssaflow.Instrs(call.Parent()) {
		if ssainstr.Precedes(call, instr) && s.slow(instr, 3) {
			return []check.Doubt{check.Doubting(verdict.UnknownCallee, instr.Pos())}
		}
	}
	return nil
}

func (s *Signalled) started(call ssa.CallInstruction) bool {
	_, ok := call.(*ssa.Go)
	return ok || call.Parent().Parent() != nil && InGoroutine(s.flow, call.Parent())
}

// quick reports whether nothing that takes time lies on a path between two
// instructions of a function; from nil stands for its entry. What a loop does
// before it comes back to the one, or after it has passed the other, is not
// between them.
func (s *Signalled) quick(from, to ssa.Instruction) bool {
	start := to.Parent().Blocks[0]
	if from != nil {
		start = from.Block()
	}
	for b := range blocksBetween(start, to.Block()) {
		for i, instr := range b.Instrs {
			if b == to.Block() && i >= ssainstr.Index(to) && (b != start || from == nil || ssainstr.Index(from) < ssainstr.Index(to)) {
				break
			}
			if from != nil && b == from.Block() && i <= ssainstr.Index(from) {
				continue
			}
			if s.slow(instr, 3) {
				return false
			}
		}
	}
	return true
}

// slow reports whether an instruction may take time. Calls into the standard
// library that are not known to, and into logging packages, do not; other
// unknown calls may.
func (s *Signalled) slow(instr ssa.Instruction, depth int) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Select:
		return instr.Blocking
	case *ssa.Call:
		if _, ok := instr.Call.Value.(*ssa.Builtin); ok {
			return false
		}
		if fns, complete := s.flow.Callees(instr); complete {
			return depth == 0 || s.slowBody(fns, depth)
		}
		name := ssaflow.Callee(&instr.Call)
		_, stops := catalog.ServerStops[name] // takes its time, and has had its own finding
		return stops || catalog.Drains[name] || catalog.Joins[name] || !Harmless(&instr.Call)
	}
	return false
}

func (s *Signalled) slowBody(fns []*ssa.Function, depth int) bool {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if s.slow(instr, depth-1) {
					return true
				}
			}
		}
	}
	return false
}
