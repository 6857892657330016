package closebeforedrain

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// keys returns the locks that may be held, by the names that all instances of a type share.
func keys(held lockset.State) (list []string) {
	for _, h := range held {
		list = append(list, h.Key)
	}
	return list
}

// holds reports whether a lock is held for sure.
func holds(held lockset.State, key string) bool {
	return slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == key })
}

func contains(list []string, key string) bool { return slices.Contains(list, key) }

// acquiredBefore returns the locks that are held at a call, or were before it in its function.
func acquiredBefore(model *lockset.Package, call ssa.CallInstruction) map[string]bool {
	set := make(map[string]bool)
	f := model.Func(call.Parent())
	if f == nil {
		return set
	}
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		if instr != call && !lockset.Precedes(instr, call) {
			return
		}
		for _, key := range keys(held) {
			set[key] = true
		}
	})
	delete(set, "")
	return set
}
