package atomics

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// justTold reports whether all that is made of what an instruction reads is a part of an error's
// text or of a line in a log.
func justTold(p *lockset.Package, instr ssa.Instruction) bool {
	v, ok := instr.(ssa.Value)
	if !ok || len(ssabuild.Referrers(v)) == 0 {
		return false
	}
	return !slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		if _, ok := ref.(*ssa.DebugRef); ok {
			return false
		}
		boxed, ok := ref.(*ssa.MakeInterface)
		return !ok || slices.ContainsFunc(ssabuild.Referrers(boxed), func(use ssa.Instruction) bool { return !tellsOf(p, use) })
	})
}

// tellsOf reports whether an instruction stores an operand of a call that makes an error or logs.
func tellsOf(p *lockset.Package, use ssa.Instruction) bool {
	store, ok := use.(*ssa.Store)
	if !ok {
		return false
	}
	elem, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	array, ok := elem.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	return slices.ContainsFunc(ssabuild.Referrers(array), func(ref ssa.Instruction) bool {
		slice, ok := ref.(*ssa.Slice)
		return ok && slices.ContainsFunc(ssabuild.Referrers(slice), func(ref ssa.Instruction) bool {
			call, ok := ref.(ssa.CallInstruction)
			if !ok {
				return false
			}
			fn, _ := p.Target(call.Common())
			return fn != nil && fn.Pkg() != nil && (callmatch.Name(fn) == "fmt.Errorf" || catalog.LogPackages[fn.Pkg().Path()])
		})
	})
}
