package usedafterput

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A put is a call after which a pool may hand a value to another goroutine.
type put struct {
	instr ssa.CallInstruction
	value ssa.Value
}

func (put *put) deferred() bool {
	_, ok := put.instr.(*ssa.Defer)
	return ok
}

// puts returns the calls of a function that put a value back, themselves or in a function of this package.
func puts(fn *ssa.Function) (list []*put) {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); !ok || started {
			continue
		}
		if v := putBy(call.Common(), 2); v != nil {
			list = append(list, &put{call, origin(v)})
		}
	}
	return list
}

// putBy returns the value that a call puts back on each of its paths, in the function that calls.
func putBy(call *ssa.CallCommon, depth int) ssa.Value {
	args := call.Args
	if call.IsInvoke() {
		args = append([]ssa.Value{call.Value}, args...)
	}
	if i, ok := catalog.PoolPuts[ssaflow.Callee(call)]; ok && i < len(args) {
		return args[i]
	}
	callee := call.StaticCallee()
	if callee == nil || depth == 0 || len(callee.Blocks) == 0 {
		return nil
	}
	for instr := range ssaflow.Instrs(callee) {
		inner, ok := instr.(*ssa.Call)
		if !ok || !ssaflow.Unavoidable(inner) {
			continue
		}
		if v := putBy(&inner.Call, depth-1); v != nil {
			return outside(call, callee, origin(v))
		}
	}
	return nil
}

// outside returns what a parameter or captured variable of the callee is where it is called.
func outside(call *ssa.CallCommon, callee *ssa.Function, v ssa.Value) ssa.Value {
	if i := slices.IndexFunc(callee.Params, func(p *ssa.Parameter) bool { return p == v }); i >= 0 {
		return call.Args[i]
	}
	mk, ok := call.Value.(*ssa.MakeClosure)
	captured, free := v.(*ssa.FreeVar)
	if !ok || !free {
		return nil
	}
	return mk.Bindings[slices.Index(callee.FreeVars, captured)]
}

// origin returns the value of which v is a part or another form.
func origin(v ssa.Value) ssa.Value {
	for range 20 {
		from := before(v)
		if from == nil {
			break
		}
		v = from
	}
	return v
}

func before(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return v.X
	case *ssa.ChangeType:
		return v.X
	case *ssa.ChangeInterface:
		return v.X
	case *ssa.TypeAssert:
		return v.X
	case *ssa.Slice:
		return v.X
	case *ssa.Extract:
		if assert, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return assert
		}
	case *ssa.Alloc:
		if isVariable(v) {
			return ssaflow.OnlyStore(v)
		}
	case *ssa.UnOp:
		switch cell := v.X.(type) {
		case *ssa.Alloc:
			return ssaflow.OnlyStore(cell)
		case *ssa.FreeVar:
			return cell
		}
	}
	return nil
}
