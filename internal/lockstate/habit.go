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
// Importers may call Scan by itself, and then it races.
func (g *Guard) customary(a *Access) bool {
	own := a.Func.custom()
	if len(own) == 0 {
		return false
	}
	raced := false
	for _, b := range g.Accesses {
		if !g.holds(b) || !conflicts(a, b) || !together(a.Func, b.Func) || excluded(a, b) || a.onceBefore(b) {
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

// custom returns the keys of the locks that all callers of f in this package hold, for writing.
// Those that call it for an object of their own need none.
func (f *Func) custom() map[string]bool {
	keys := f.customBelow(make(map[*Func]bool))
	if keys == nil {
		keys = make(map[string]bool)
	}
	return keys
}

// customBelow returns nil for a function that is among those seen: it adds nothing to what the
// others hold.
func (f *Func) customBelow(seen map[*Func]bool) map[string]bool {
	if seen[f] {
		return nil
	}
	seen[f] = true
	defer delete(seen, f)
	var keys map[string]bool
	for _, s := range f.sites {
		if s.start {
			return nil
		}
		if s.private(f) || s.obtained() {
			continue
		}
		at := maps.Clone(s.caller.customBelow(seen))
		if at == nil {
			at = make(map[string]bool)
		}
		s.caller.keysAt(s.instr, at)
		if keys == nil {
			keys = at
		}
		maps.DeleteFunc(keys, func(key string, _ bool) bool { return !at[key] })
	}
	return keys
}

// keysAt adds the keys of the locks that f holds for writing at an instruction.
func (f *Func) keysAt(at ssa.Instruction, keys map[string]bool) {
	f.Walk(func(instr ssa.Instruction, held State) {
		if instr != at {
			return
		}
		for _, h := range held.Held() {
			if h.Key != "" && !h.Read {
				keys[h.Key] = true
			}
		}
	})
}
