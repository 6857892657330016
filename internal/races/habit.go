package races

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// customary reports whether one lock keeps an access apart from all that it could race with, where
// exported functions are only called as this package calls them:
//
//	func (m *manager) Refresh() { m.refresh.Lock(); defer m.refresh.Unlock(); m.Scan() }
//	func (m *manager) Scan()    { … m.known[name] … }
//
// Importers may call Scan by itself, and then it races. The guard's lock is none that the function
// takes as well.
func (g *Guard) customary(a *access.Access) bool {
	own := custom(a.Func)
	if takes(a.Func, g.Path(a)) {
		delete(own, g.Key)
	}
	if len(own) == 0 {
		return false
	}
	raced := false
	for _, b := range g.Accesses {
		if !g.holds(b) || !access.Conflict(a, b) || !lockset.Together(a.Func, b.Func) || g.excluded(a, b) || onceBeforeOther(a, b) {
			continue
		}
		raced = true
		common := custom(b.Func)
		for _, h := range b.Held {
			common[h.Key] = true
		}
		maps.DeleteFunc(common, func(key string, _ bool) bool { return !own[key] })
		if len(common) == 0 {
			return false
		}
	}
	return raced
}

// maxCustom is how many calls up the callers of a function are asked what they hold.
const maxCustom = 4

// custom returns the keys of the locks that all callers of f in this package hold, for writing.
// Those that call it for an object of their own need none.
func custom(f *lockset.Func) map[string]bool { return maps.Clone(customBelow(f, maxCustom)) }

// customBelow remembers its results, which callers must not change.
func customBelow(f *lockset.Func, depth int) map[string]bool {
	if depth == 0 {
		return nil
	}
	known := &heldOf(f).customs[depth-1]
	if *known == nil {
		*known = findCustom(f, depth)
	}
	return *known
}

func findCustom(f *lockset.Func, depth int) map[string]bool {
	var keys map[string]bool
	for _, s := range f.Sites {
		if s.Start {
			return map[string]bool{}
		}
		if s.Private(f) || siteObtained(s) {
			continue
		}
		at := make(map[string]bool)
		maps.Copy(at, customBelow(s.Caller, depth-1))
		for _, key := range keysAt(s.Caller, s.Instr) {
			at[key] = true
		}
		if keys == nil {
			keys = at
		}
		maps.DeleteFunc(keys, func(key string, _ bool) bool { return !at[key] })
		if len(keys) == 0 {
			break
		}
	}
	if keys == nil {
		keys = make(map[string]bool)
	}
	return keys
}

// keysAt returns the keys of the locks that f holds for writing at a call.
func keysAt(f *lockset.Func, call ssa.Instruction) []string {
	var keys []string
	for _, h := range heldAtCalls(f)[call] {
		if !h.Read {
			keys = append(keys, h.Key)
		}
	}
	return keys
}

// heldAtCalls returns the locks that f holds, by the call at which it does.
func heldAtCalls(f *lockset.Func) map[ssa.Instruction][]lockset.Hold {
	m := heldOf(f)
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

// A heldMemo is what is computed once for a function.
type heldMemo struct {
	customs   [maxCustom]map[string]bool
	atCalls   map[ssa.Instruction][]lockset.Hold
	soleHolds map[ssa.CallInstruction]lockset.Hold // see [soleAtCalls]
}

type heldMemos map[*lockset.Func]*heldMemo

func heldOf(f *lockset.Func) *heldMemo {
	known := lockset.Memo[heldMemos](f.Pkg)
	if *known == nil {
		*known = make(heldMemos)
	}
	if (*known)[f] == nil {
		(*known)[f] = new(heldMemo)
	}
	return (*known)[f]
}
