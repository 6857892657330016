package holding

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// KeysAt returns the keys of the locks that f holds for writing at a call.
func KeysAt(f *lockset.Func, call ssa.Instruction) []string {
	var keys []string
	for _, h := range AtCalls(f)[call] {
		if !h.Read {
			keys = append(keys, h.Key)
		}
	}
	return keys
}

// AtCalls returns the locks that f holds, by the call at which it does.
func AtCalls(f *lockset.Func) map[ssa.Instruction][]lockset.Hold {
	m := memoOf(f)
	if m.atCalls != nil {
		return m.atCalls
	}
	m.atCalls = make(map[ssa.Instruction][]lockset.Hold)
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		if _, ok := instr.(ssa.CallInstruction); !ok {
			return
		}
		for _, h := range held.Held() {
			if h.Key != "" {
				m.atCalls[instr] = append(m.atCalls[instr], h)
			}
		}
	})
	return m.atCalls
}

// A memo is what is computed once for a function.
type memo struct {
	customs   [MaxUp]map[string]bool
	atCalls   map[ssa.Instruction][]lockset.Hold
	soleHolds map[ssa.CallInstruction]lockset.Hold // see [SoleAtCalls]
}

type memos map[*lockset.Func]*memo

func memoOf(f *lockset.Func) *memo {
	known := lockset.Memo[memos](f.Pkg)
	if *known == nil {
		*known = make(memos)
	}
	if (*known)[f] == nil {
		(*known)[f] = new(memo)
	}
	return (*known)[f]
}

// SoleAtCalls returns the locks that f must hold, by the call at which it does: an
// arbitrary one if there are several.
func SoleAtCalls(f *lockset.Func) map[ssa.CallInstruction]lockset.Hold {
	m := memoOf(f)
	if m.soleHolds != nil {
		return m.soleHolds
	}
	m.soleHolds = make(map[ssa.CallInstruction]lockset.Hold)
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		switch list := held.Held(); {
		case !ok || len(list) == 0:
		case len(list) == 1:
			m.soleHolds[call] = list[0]
		default:
			m.soleHolds[call] = lockset.Hold{}
		}
	})
	return m.soleHolds
}
