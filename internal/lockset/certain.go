package lockset

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// unconditional reports whether no branch that depends on what the caller passed
// decides about instr.
func (f *Func) unconditional(instr ssa.Instruction) bool {
	target := instr.Block()
	if f.sure == nil {
		f.sure = make(map[*ssa.BasicBlock]bool)
	}
	sure, ok := f.sure[target]
	if !ok {
		sure = f.always(target)
		f.sure[target] = sure
	}
	return sure
}

func (f *Func) always(target *ssa.BasicBlock) bool {
	reach := Backward(target)
	for _, b := range f.SSA.Blocks {
		branch, ok := LastOf(b).(*ssa.If)
		if !ok || b == target || !reach.Has(b) || !Avoids(b, target) {
			continue
		}
		if f.Pkg.fromInput(branch.Cond, 12) {
			return false
		}
	}
	return true
}

// isVariadic reports whether v is the list of a function's further arguments.
func isVariadic(v ssa.Value) bool {
	param, ok := v.(*ssa.Parameter)
	if !ok {
		return false
	}
	fn := param.Parent()
	return fn.Signature.Variadic() && param == fn.Params[len(fn.Params)-1]
}

// fromInput reports whether v may depend on parameters or on what they lead to,
// other than through a call that does not get options.
func (p *Package) fromInput(v ssa.Value, depth int) bool {
	if depth == 0 {
		return true
	}
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return false
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, isVariadic) // options, made one
	case *ssa.Alloc: // a parameter that a literal uses, too
		return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
			store, ok := ref.(*ssa.Store)
			return ok && store.Addr == v && p.fromInput(store.Val, depth-1)
		})
	case ssa.Instruction:
		for _, op := range v.Operands(nil) {
			if *op != nil && p.fromInput(*op, depth-1) {
				return true
			}
		}
		return false
	}
	return true
}
