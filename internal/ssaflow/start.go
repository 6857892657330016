package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Start is an instruction that begins a goroutine.
type Start struct {
	Instr    ssa.CallInstruction // the go statement, or the call of a starter
	Bodies   []*ssa.Function     // functions of this package that the goroutine may run
	Complete bool                // these are all
	Starter  string              // name of the starter, "" for a go statement
	Arg      ssa.Value           // what a starter is given to run, nil for a go statement
}

// Starts returns the places where goroutines begin, in source order.
func (f *Flow) Starts() []Start { return f.starts() }

func (f *Flow) findStarts() []Start {
	var list []Start
	for _, fn := range f.functions() {
		for instr := range Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if s, ok := f.start(call); ok {
				list = append(list, s)
			}
		}
	}
	return list
}

// start returns the start of a goroutine that instr is, if it is one.
func (f *Flow) start(instr ssa.CallInstruction) (s Start, ok bool) {
	if g, ok := instr.(*ssa.Go); ok {
		s.Instr = g
		s.Bodies, s.Complete = f.Callees(g)
		return s, true
	}
	row, ok := catalog.Starters[Callee(instr.Common())]
	if !ok {
		return s, false
	}
	return f.startBy(instr, row.Arg)
}

// startBy returns the start that a call makes of its argument arg.
func (f *Flow) startBy(instr ssa.CallInstruction, arg int) (s Start, ok bool) {
	if fn, ok := instr.Common().Value.(*ssa.Function); ok {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Signature().Recv() != nil {
			arg++
		}
	}
	if arg >= len(instr.Common().Args) {
		return s, false
	}
	s.Instr, s.Starter, s.Arg = instr, Callee(instr.Common()), instr.Common().Args[arg]
	s.Bodies, s.Complete = f.bodiesOf(s.Arg)
	return s, true
}

// StartsBy returns the places, in source order, where functions that are no part of the
// catalog begin a goroutine: starter returns which of its arguments a function starts.
func (f *Flow) StartsBy(starter func(*types.Func) (arg int, ok bool)) []Start {
	var list []Start
	for _, fn := range f.functions() {
		for instr := range Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || call.Common().StaticCallee() == nil {
				continue
			}
			obj, _ := call.Common().StaticCallee().Object().(*types.Func)
			if _, known := catalog.Starters[Callee(call.Common())]; known || obj == nil {
				continue
			}
			if arg, ok := starter(obj); ok {
				if s, ok := f.startBy(call, arg); ok {
					list = append(list, s)
				}
			}
		}
	}
	return list
}

// bodiesOf is Bodies, and looks at the value itself before its class: a literal
// is what it is whatever else a class may hold.
func (f *Flow) bodiesOf(v ssa.Value) ([]*ssa.Function, bool) {
	for {
		change, ok := v.(*ssa.ChangeType)
		if !ok {
			break
		}
		v = change.X
	}
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
	default:
		return f.Bodies(v)
	}
	if src, _ := f.Func(fn); src != nil {
		return []*ssa.Function{src}, true
	}
	return nil, false
}
