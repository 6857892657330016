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

// An ending asks whether the program ends while stop shuts a server down.
type ending struct {
	p    *check.Pass
	stop *ssa.Call
	main *types.Func
	// taken is the channel from which only the first message is received, which is not that of stop.
	taken *ssaflow.Class
}

// EndsProgram reports whether main returns soon after last does: nothing after it in its
// function, and after the calls that lead there from main, waits. Outside of main that is
// assumed of a function for others to call that waits for the signal itself, or starts what
// shuts the server down: the program runs as long as it does, unless a goroutine runs it
// somewhere.
func (s *Signalled) EndsProgram(p *check.Pass, last ssa.Instruction, stop *ssa.Call, main *types.Func) (bool, []check.Doubt) {
	return s.endedWith(&ending{p, stop, main, nil}, last, 4)
}

func (s *Signalled) endedWith(e *ending, last ssa.Instruction, depth int) (bool, []check.Doubt) {
	fn := last.Parent()
	if s.waitsBehind(last) {
		return false, nil
	}
	doubts := s.mayWaitBehind(last)
	if e.main != nil && fn.Object() == types.Object(e.main) || isCommand(e.p, fn) {
		return true, doubts
	}
	callers, complete := s.flow.Callers(fn)
	if slices.ContainsFunc(callers, s.started) {
		return false, nil // nor does anything end with it there
	}
	if e.main == nil && (!complete || len(callers) == 0) {
		starts, more := s.endsLibrary(e, fn)
		return starts, append(doubts, more...)
	}
	if !complete || len(callers) != 1 || depth == 0 {
		return false, nil
	}
	caller, ok := callers[0].(*ssa.Call)
	if !ok {
		return false, nil
	}
	ends, more := s.endedWith(e, caller, depth-1)
	return ends, append(doubts, more...)
}

// endsLibrary reports whether a program that calls fn, a function for others, runs as long as it.
func (s *Signalled) endsLibrary(e *ending, fn *ssa.Function) (bool, []check.Doubt) {
	if s.learnsWithin(fn) {
		return true, nil
	}
	doubts := []check.Doubt{check.Doubting(verdict.NoCaller, fn.Pos())}
	run := s.runBy(fn, 4)
	if (s.tells(e) || !s.startedByGo(e.stop.Parent())) && !slices.ContainsFunc(run, releasesAtEnd) {
		doubts = append(doubts, check.Doubting(verdict.MayWait, e.stop.Pos()))
	}
	return slices.ContainsFunc(run, func(fn *ssa.Function) bool { return ssainstr.SameFunction(fn, e.stop.Parent()) }), doubts
}

// tells reports whether the goroutine of a call signals its end, so that others may wait
// for it: it sends, closes or calls Done after the call, or at its end.
func (s *Signalled) tells(e *ending) bool {
	stop := e.stop
	for instr := range ssaflow.Instrs(stop.Parent()) {
		if c := s.channelOf(instr); c != nil && c == e.taken {
			continue
		}
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

// runBy returns fn, and those of the package that it calls in place, directly or not.
func (s *Signalled) runBy(fn *ssa.Function, depth int) []*ssa.Function {
	list := []*ssa.Function{fn}
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok || depth == 0 {
			continue
		}
		if fns, complete := s.flow.Callees(call); complete {
			for _, inner := range fns {
				list = append(list, s.runBy(inner, depth-1)...)
			}
		}
	}
	return list
}

// mayWaitBehind returns the doubt that something after last in its function, of which
// nothing is known, gives the requests the time they need.
func (s *Signalled) mayWaitBehind(last ssa.Instruction) []check.Doubt {
	for instr := range ssaflow.Instrs(last.Parent()) {
		if instr != last && ssainstr.Precedes(last, instr) && s.slow(instr, 3) {
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
		return stops || catalog.Drains[name] || catalog.Joins[name] && !s.joinsOthers(&instr.Call) || !Harmless(&instr.Call)
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
