package shutdownorder

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

func sameFunction(a, b *ssa.Function) bool { return outermost(a) == outermost(b) }

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// callersOf returns fn, the functions around it, and those of the package that
// call them.
func callersOf(flow *ssaflow.Flow, fn *ssa.Function) map[*ssa.Function]bool {
	set := make(map[*ssa.Function]bool)
	var climb func(fn *ssa.Function)
	climb = func(fn *ssa.Function) {
		if fn == nil || set[fn] {
			return
		}
		set[fn] = true
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

// inGoroutine reports whether fn is run by a goroutine of its own that this
// package starts, be it when a context ends.
func inGoroutine(flow *ssaflow.Flow, fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for _, s := range flow.Starts() {
			if bodies, _ := s.Runs(); slices.Contains(bodies, fn) {
				return true
			}
		}
		if literal := closureOf(fn); literal != nil && givenTo(literal, "context.AfterFunc") {
			return true
		}
	}
	return false
}

// closureOf returns where the literal fn is made, if that is one place.
func closureOf(fn *ssa.Function) *ssa.MakeClosure {
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == ssa.Value(fn) {
				return mk
			}
		}
	}
	return nil
}

// deferredOnly reports whether instr makes a literal that is deferred, and nothing
// else.
func deferredOnly(instr ssa.Instruction) bool {
	mk, ok := instr.(*ssa.MakeClosure)
	return ok && !slices.ContainsFunc(*mk.Referrers(), func(ref ssa.Instruction) bool {
		switch ref.(type) {
		case *ssa.Defer, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// givenTo reports whether v is an argument of a call of the function.
func givenTo(v ssa.Value, name string) bool {
	for _, ref := range *v.Referrers() {
		if call, ok := ref.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == name {
			return true
		}
	}
	return false
}

// closesAny is the early out: close is called somewhere.
func closesAny(p *check.Pass) bool {
	for id, obj := range p.TypesInfo.Uses {
		if b, ok := obj.(*types.Builtin); ok && b.Name() == "close" && id.Pos().IsValid() {
			return true
		}
	}
	return false
}
