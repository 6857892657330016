package lockstate

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// releaseGiven reports whether a call returns what releases a lock, and that goes elsewhere
// than to a call: its holder releases the lock at some time.
//
//	unlock := once(s.lock())
func (p *Package) releaseGiven(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || len(p.returned(call))+len(p.permitsReturned(call)) == 0 {
		return false
	}
	values := []ssa.Value{call}
	for _, ref := range *call.Referrers() {
		if ext, ok := ref.(*ssa.Extract); ok {
			values = append(values, ext)
		}
	}
	for _, v := range values {
		if _, isFunc := v.Type().Underlying().(*types.Signature); !isFunc {
			continue
		}
		for _, ref := range *v.Referrers() {
			if user, ok := ref.(ssa.CallInstruction); ok && user.Common().Value != v {
				return true
			}
		}
	}
	return false
}
