package worker

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Reached returns fn and the functions of the package that it calls, deferred
// ones included, but not those it starts as goroutines.
func Reached(flow *ssaflow.Flow, fn *ssa.Function) []*ssa.Function {
	return reached(flow, activation{fn: fn})
}

// ReachedBy is Reached for the body of a goroutine that s starts. A function that
// s passes is what the body's parameter is: another start of the same body may pass
// another one.
func ReachedBy(flow *ssaflow.Flow, s ssaflow.Start, body *ssa.Function) []*ssa.Function {
	a := activation{fn: body}
	if call := s.Instr.Common(); s.Starter == "" && !call.IsInvoke() && len(call.Args) == len(body.Params) {
		a.args = call.Args
	}
	return reached(flow, a)
}

// An activation is a function with the arguments that it is called with, nil where they
// are not known.
type activation struct {
	fn   *ssa.Function
	args []ssa.Value
}

func reached(flow *ssaflow.Flow, from activation) []*ssa.Function {
	list, fns := []activation{from}, []*ssa.Function{from.fn}
	for i := 0; i < len(list); i++ {
		for instr := range ssaflow.Instrs(list[i].fn) {
			call, ok := instr.(ssa.CallInstruction)
			if _, isGo := instr.(*ssa.Go); !ok || isGo {
				continue
			}
			for _, next := range list[i].calls(flow, call) {
				if !slices.ContainsFunc(list, next.covered) {
					list = append(list, next)
				}
				if !slices.Contains(fns, next.fn) {
					fns = append(fns, next.fn)
				}
			}
		}
	}
	return fns
}

// covered reports whether b visits what a does.
func (a activation) covered(b activation) bool {
	return a.fn == b.fn && (b.args == nil || slices.Equal(a.args, b.args))
}

// calls returns what a call in the body of a activates. Arguments are followed for
// functions that take one, and where all that they are is known.
func (a activation) calls(flow *ssaflow.Flow, call ssa.CallInstruction) []activation {
	if fn := function(a.value(call.Common().Value)); fn != nil && !call.Common().IsInvoke() && call.Common().StaticCallee() == nil {
		return []activation{{fn: fn}}
	}
	callees, _ := flow.Callees(call)
	var list []activation
	for _, fn := range callees {
		next := activation{fn: fn}
		if args := call.Common().Args; call.Common().StaticCallee() == fn && slices.ContainsFunc(args, func(v ssa.Value) bool { return function(a.value(v)) != nil }) {
			for _, arg := range args {
				next.args = append(next.args, a.value(arg))
			}
		}
		list = append(list, next)
	}
	return list
}

// value returns what a parameter of a is given, and every other value itself.
func (a activation) value(v ssa.Value) ssa.Value {
	if param, ok := v.(*ssa.Parameter); ok && a.args != nil {
		if i := slices.Index(a.fn.Params, param); i >= 0 {
			return a.args[i]
		}
	}
	return v
}

// function returns the function of the package that v is, or nil.
func function(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		if v.Blocks != nil {
			return v
		}
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	}
	return nil
}
