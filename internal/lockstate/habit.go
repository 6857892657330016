package lockstate

import (
	"maps"

	"golang.org/x/tools/go/ssa"
)

// customary reports whether one lock keeps an access apart from all that it could race with, where
// exported functions are only called as this package calls them:
//
//	func (m *manager) Refresh() { m.refresh.Lock(); defer m.refresh.Unlock(); m.Scan() }
//	func (m *manager) Scan()    { … m.known[name] … }
//
// Importers may call Scan by itself, and then it races. The guard's lock is none that the function
// takes as well.
func (g *Guard) customary(a *Access) bool {
	own := a.Func.custom()
	if a.Func.takes(g.Path(a)) {
		delete(own, g.Key)
	}
	if len(own) == 0 {
		return false
	}
	raced := false
	for _, b := range g.Accesses {
		if !g.holds(b) || !conflicts(a, b) || !together(a.Func, b.Func) || g.excluded(a, b) || a.onceBefore(b) {
			continue
		}
		raced = true
		common := b.Func.custom()
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
func (f *Func) custom() map[string]bool { return maps.Clone(f.customBelow(maxCustom)) }

// customBelow remembers its results, which callers must not change.
func (f *Func) customBelow(depth int) map[string]bool {
	if depth == 0 {
		return nil
	}
	if f.customs[depth-1] == nil {
		f.customs[depth-1] = f.findCustom(depth)
	}
	return f.customs[depth-1]
}

func (f *Func) findCustom(depth int) map[string]bool {
	var keys map[string]bool
	for _, s := range f.sites {
		if s.start {
			return map[string]bool{}
		}
		if s.private(f) || s.obtained() {
			continue
		}
		at := make(map[string]bool)
		maps.Copy(at, s.caller.customBelow(depth-1))
		for _, key := range s.caller.keysAt(s.instr) {
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
func (f *Func) keysAt(call ssa.Instruction) []string {
	var keys []string
	for _, h := range f.heldAtCalls()[call] {
		if !h.Read {
			keys = append(keys, h.Key)
		}
	}
	return keys
}

// heldAtCalls returns the locks that f holds, by the call at which it does.
func (f *Func) heldAtCalls() map[ssa.Instruction][]Hold {
	if f.atCalls != nil {
		return f.atCalls
	}
	f.atCalls = make(map[ssa.Instruction][]Hold)
	f.Walk(func(instr ssa.Instruction, held State) {
		if _, ok := instr.(ssa.CallInstruction); !ok {
			return
		}
		for _, h := range held.Held() {
			if h.Key != "" {
				f.atCalls[instr] = append(f.atCalls[instr], h)
			}
		}
	})
	return f.atCalls
}
