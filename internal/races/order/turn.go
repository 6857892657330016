package order

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// KeepsOut reports whether something on every path to an instruction may let only one goroutine get
// there: a lock of a type that is not known, or an atomic operation that asks for a turn.
func KeepsOut(p *lockset.Package, at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if fn, _ := p.Target(&call.Call); fn != nil && asksTurn(fn) {
				return true
			}
		}
	}
	return false
}

// asksTurn reports whether a function lets one goroutine at a time have something. An atomic operation
// cannot fail: a Load with an error result fetches something.
func asksTurn(fn *types.Func) bool {
	begins := func(word string) bool { return strings.HasPrefix(fn.Name(), word) }
	return slices.ContainsFunc(turns, begins) || !callmatch.CanFail(fn.Signature()) && slices.ContainsFunc(atomicTurns, begins)
}

// turns and atomicTurns begin the names of functions after which a goroutine has something alone.
var (
	turns       = []string{"Lock", "TryLock", "Acquire"}
	atomicTurns = []string{"CompareAndSwap", "CAS", "Swap", "Load"}
)

// HasToken reports whether a function has the only place of a channel at an instruction: it has sent
// there, or received, on every path.
func HasToken(p *lockset.Package, at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			ch := passesOn(instr)
			if ch == nil {
				continue
			}
			if mk, ok := p.Place(ch).Root.(*ssa.MakeChan); ok && lockset.SizeIs(mk, 1) {
				return true
			}
		}
	}
	return false
}

// passesOn returns the channel that an instruction sends to or receives from, other than a select.
func passesOn(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Send:
		return instr.Chan
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return instr.X
		}
	}
	return nil
}
