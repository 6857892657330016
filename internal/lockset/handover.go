package lockset

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// give takes away the certainty that the function holds what a goroutine releases that
// it starts: from now on the lock is that goroutine's.
func (f *Func) give(start *ssa.Go, at *cursor) {
	for lock, h := range at.State {
		if h.Must && f.Pkg.releases(start.Common(), h.Op) {
			at.change()[lock] = h.as(false, h.Some)
		}
	}
}

// releases reports whether a call, or the goroutine that it starts, releases a lock.
func (p *Package) releases(call *ssa.CallCommon, lock Op) bool {
	ops := p.Ops(call)
	if lock.Permit {
		ops = p.PermitsOf(call)
	}
	return slices.ContainsFunc(ops, func(r Op) bool { return r.Frees(lock) })
}

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
	for _, ref := range ssabuild.Referrers(call) {
		if ext, ok := ref.(*ssa.Extract); ok {
			values = append(values, ext)
		}
	}
	for _, v := range values {
		if _, isFunc := v.Type().Underlying().(*types.Signature); !isFunc {
			continue
		}
		for _, ref := range ssabuild.Referrers(v) {
			if user, ok := ref.(ssa.CallInstruction); ok && user.Common().Value != v {
				return true
			}
		}
	}
	return false
}

// inherited returns the locks that a function holds when it starts a goroutine, and still holds
// when it waits for it: no other goroutine accesses what they protect while the goroutine
// runs. The goroutine does not hold them itself.
func (f *Func) inherited(start ssa.Instruction, held State) State {
	inherited := State{}
	if len(held) == 0 {
		return inherited
	}
	f.Walk(func(instr ssa.Instruction, then State) {
		if !joins(instr) || !Precedes(start, instr) {
			return
		}
		for lock, h := range held {
			if still, ok := then[lock]; ok && still.Must && still.Pos == h.Pos {
				inherited[lock] = h.as(false, h.Some)
				inherited[lock].Inherited = true
			}
		}
	})
	return inherited
}

// joins reports whether an instruction may wait for a goroutine to end.
func joins(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Select:
		return instr.Blocking
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	}
	return Orders(instr)
}
