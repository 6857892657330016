package closebeforedrain

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

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

// deferredOnly reports whether instr makes a literal that is deferred, and nothing
// else.
func deferredOnly(instr ssa.Instruction) bool {
	mk, ok := instr.(*ssa.MakeClosure)
	return ok && !slices.ContainsFunc(ssabuild.Referrers(mk), func(ref ssa.Instruction) bool {
		switch ref.(type) {
		case *ssa.Defer, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// closesAny is the fast path: close is called somewhere.
func closesAny(p *check.Pass) bool {
	for id, obj := range p.TypesInfo.Uses {
		if b, ok := obj.(*types.Builtin); ok && b.Name() == "close" && id.Pos().IsValid() {
			return true
		}
	}
	return false
}
