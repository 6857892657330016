package serving

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Signalled knows where the functions of a package learn of a signal.
type Signalled struct {
	flow     *ssaflow.Flow
	channels map[*ssaflow.Class]bool // given to signal.Notify, or sent on or closed when a signal has come
	ending   map[*ssaflow.Class]bool // of these, whether each signal.Notify names signals that end a process, and no others
}

// NewSignalled returns the signals that the package receives.
func NewSignalled(flow *ssaflow.Flow) *Signalled {
	s := &Signalled{flow, make(map[*ssaflow.Class]bool), make(map[*ssaflow.Class]bool)}
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == "os/signal.Notify" {
				c := flow.Class(call.Call.Args[0])
				s.ending[c] = endProcess(call.Call.Args[1]) && (s.ending[c] || !s.channels[c])
				s.channels[c] = true
			}
		}
	}
	delete(s.channels, nil)
	return s
}

// AtOnce returns where the signal comes that leads to instr without anything slow between
// the two: in the same function, or up to depth calls above it.
func (s *Signalled) AtOnce(instr ssa.Instruction, depth int) ssa.Instruction {
	fn := instr.Parent()
	for from := range ssaflow.Instrs(fn) {
		if s.learns(from) && ssainstr.Precedes(from, instr) {
			if s.quick(from, instr) {
				return from
			}
			return nil
		}
	}
	callers, _ := s.flow.Callers(fn)
	if depth == 0 || len(callers) != 1 || !s.quick(nil, instr) {
		return nil
	}
	if call, ok := callers[0].(*ssa.Call); ok {
		return s.AtOnce(call, depth-1)
	}
	return nil
}

// Asked returns the receive of a signal before instr, in the same function, where it is another
// one than what leads to end. ends tells whether the signal asks for the end of the process, and
// not for something else, as SIGHUP does.
func (s *Signalled) Asked(instr, end ssa.Instruction) (receive ssa.Instruction, ends bool) {
	if instr.Parent() == end.Parent() || s.before(end) != nil {
		return nil, false
	}
	if from, ok := s.before(instr).(*ssa.UnOp); ok && types.TypeString(from.Type(), nil) == "os.Signal" {
		return from, s.ending[s.flow.Class(from.X)]
	}
	return nil, false
}

// endProcess reports whether the signals that a call lists all end a process by default. An
// empty list stands for every signal.
func endProcess(list ssa.Value) bool {
	given, ok := ssaflow.Variadic(list)
	if !ok {
		return false
	}
	for _, sig := range given {
		if !endsProcess(sig) {
			return false
		}
	}
	return true
}

// endsProcess reports whether v is a signal that ends a process by default.
func endsProcess(v ssa.Value) bool {
	if conv, ok := v.(*ssa.MakeInterface); ok {
		v = conv.X
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && catalog.SignalNumbers[v.Int64()] != ""
	case *ssa.UnOp:
		global, ok := v.X.(*ssa.Global)
		return ok && global.Pkg != nil && catalog.Signals[global.Pkg.Pkg.Path()+"."+global.Name()] != ""
	}
	return false
}

// before returns a wait for a signal that precedes instr in its function, nil if there is none.
func (s *Signalled) before(instr ssa.Instruction) ssa.Instruction {
	for from := range ssaflow.Instrs(instr.Parent()) {
		if s.learns(from) && ssainstr.Precedes(from, instr) {
			return from
		}
	}
	return nil
}

// learns reports whether instr waits for a signal.
func (s *Signalled) learns(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && s.isSignal(instr.X)
	case *ssa.Select:
		for _, state := range instr.States {
			if state.Dir == types.RecvOnly && s.isSignal(state.Chan) {
				return instr.Blocking
			}
		}
	}
	return false
}

// learnsWithin reports whether fn, or a literal in it, waits for a signal.
func (s *Signalled) learnsWithin(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if s.learns(instr) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, s.learnsWithin)
}

func (s *Signalled) isSignal(ch ssa.Value) bool {
	c := s.flow.Class(ch)
	if c == nil {
		return false
	}
	known, ok := s.channels[c]
	if ok {
		return known
	}
	s.channels[c] = false // while the answer depends on itself
	for _, m := range c.Makes {
		if call, ok := m.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == "(context.Context).Done" && s.ends(call.Call.Value, 4) {
			known = true
		}
	}
	s.channels[c] = known || s.handsOn(c.Sends) || s.handsOn(c.Closes)
	return s.channels[c]
}

// ends reports whether a signal ends ctx, directly or as a parent's child.
func (s *Signalled) ends(ctx ssa.Value, depth int) bool {
	return s.endOf(ctx, depth, s.cancelled) != nil
}

// EndOf returns the call that ends ctx when the program stops, directly or as a parent's
// child: signal.NotifyContext, or a call of its cancel function, by whatever stops it. A
// deferred one ends it with the function that has made it.
func (s *Signalled) EndOf(ctx ssa.Value) ssa.Instruction {
	return s.endOf(ctx, 4, s.canceler)
}

func (s *Signalled) endOf(ctx ssa.Value, depth int, cancel func(*ssa.Call) ssa.Instruction) ssa.Instruction {
	c := s.flow.Class(ctx)
	if c == nil || depth == 0 {
		return nil
	}
	for _, m := range c.Makes {
		ex, ok := m.(*ssa.Extract)
		if !ok {
			continue
		}
		call, ok := ex.Tuple.(*ssa.Call)
		if !ok {
			continue
		}
		name := ssaflow.Callee(&call.Call)
		if name == "os/signal.NotifyContext" {
			return call
		}
		if catalog.ContextEnds[name] != "cancel" {
			continue
		}
		if end := s.endOf(call.Call.Args[0], depth-1, cancel); end != nil {
			return end
		}
		if end := cancel(call); end != nil {
			return end
		}
	}
	return nil
}
