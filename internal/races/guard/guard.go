package guard

import (
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
)

// A Guard is what the package says about one field, or one part of it, and the
// lock beside it.
type Guard struct {
	Field  *types.Var
	Part   string
	Lock   *types.Var // the field of the same struct, or the package variable, that protects it
	Key    string     // of the lock
	RW     bool       // the lock has a mode for readers
	Noted  bool       // a comment on the field says so
	Shares bool       // several accesses of another field hold the lock

	Accesses     []*access.Access // of objects that others may have, in functions whose callers are known
	LockedWrites []*access.Access // those that hold the lock and write
	LockedReads  []*access.Access // those that hold the lock and read
	Locked       int              // those that hold it
	Writes       int

	others []*Guard // of what this one's is a part of, and of parts of it
}

// Related returns the accesses of the field or part, of what it is a part of, and of parts of it.
func (g *Guard) Related() []*access.Access {
	list := g.Accesses
	for _, other := range g.others {
		list = append(list[:len(list):len(list)], other.Accesses...)
	}
	return list
}

// Path returns the path of the guard's lock in terms of an access.
func (g *Guard) Path(a *access.Access) lockset.Path { return a.PathOf(g.Lock) }

// Of returns what protects the fields of the package's structs, in the order
// of their first access. noted returns the name of the lock that the comment of a
// field names, or "".
func Of(p *lockset.Package, noted func(*types.Var) string) []*Guard {
	type part struct {
		field *types.Var
		name  string
	}
	byField := make(map[part]*Guard)
	var list []*Guard
	for _, a := range access.Of(p) {
		key := part{a.Field, a.Part}
		g, ok := byField[key]
		if !ok {
			g = newGuard(p, a, noted)
			byField[key] = g
			if g != nil {
				list = append(list, g)
			}
		}
		if g != nil && !a.Fresh {
			g.Accesses = append(g.Accesses, a)
		}
	}
	for _, g := range list {
		g.choose(p)
		for _, other := range list {
			if other != g && other.Field == g.Field && (strings.HasPrefix(other.Part, g.Part) || strings.HasPrefix(g.Part, other.Part)) {
				g.others = append(g.others, other)
			}
		}
	}
	list = slices.DeleteFunc(list, func(g *Guard) bool { return g.Lock == nil })
	for _, g := range list {
		g.Shares = slices.ContainsFunc(list, func(o *Guard) bool { return o.Lock == g.Lock && o.Field != g.Field && o.Locked > 1 })
	}
	return list
}

// newGuard returns an empty guard, or nil for fields that need none: locks,
// channels, atomics, and those of structs without a lock.
func newGuard(p *lockset.Package, a *access.Access, noted func(*types.Var) string) *Guard {
	candidates := candidates(p, a)
	if access.Exempt(a.Field.Type()) && !setup.Reassigned(p, a.Field) || len(candidates) == 0 {
		return nil
	}
	g := &Guard{Field: a.Field, Part: a.Part}
	if name := noted(a.Field); name != "" {
		for _, lock := range candidates {
			if lock.Name() == name {
				g.Lock, g.Noted = lock, true
			}
		}
	}
	return g
}

// candidates returns the locks that may protect what is accessed: those of the
// same struct; for a package variable that has no lock itself, those of the
// package.
func candidates(p *lockset.Package, a *access.Access) []*types.Var {
	if a.Struct != nil {
		return access.LockFields(a.Struct)
	}
	if len(access.LockFields(callmatch.Deref(a.Field.Type()))) > 0 {
		return nil
	}
	return p.LockVars
}

// choose picks the lock that accesses of the field hold, when the struct has
// several: one that at least four in five of those agree on which hold any.
func (g *Guard) choose(p *lockset.Package) {
	if len(g.Accesses) == 0 {
		g.Lock = nil
		return
	}
	if g.Lock == nil {
		g.Lock = g.agreed(candidates(p, g.Accesses[0]))
	}
	if g.Lock == nil {
		return
	}
	g.RW = isRW(g.Lock.Type())
	if first := g.Accesses[0]; first.Struct == nil {
		g.Key = lockset.GlobalKey(p.Locks[g.Lock])
	} else if named := callmatch.Named(first.Struct); named != nil {
		g.Key = callmatch.TypeName(named) + access.LockPath(first.Struct, g.Lock)
	} else if base, ok := strings.CutSuffix(placeKey(p, g.Accesses), "."+first.Field.Name()); ok {
		g.Key = base + access.LockPath(first.Struct, g.Lock) // of a field that is a struct without a name
	}
	for _, a := range g.Accesses {
		h, held := g.hold(a)
		if a.Write {
			g.Writes++
		}
		if held {
			g.Locked++
			switch {
			case !a.Write:
				g.LockedReads = append(g.LockedReads, a)
			case !h.Read || !g.RW:
				g.LockedWrites = append(g.LockedWrites, a)
			}
		}
	}
}

func (g *Guard) agreed(candidates []*types.Var) *types.Var {
	if len(candidates) == 1 {
		return candidates[0]
	}
	if lock := g.majority(candidates, func(*access.Access) bool { return true }); lock != nil {
		return lock
	}
	if lock := g.majority(candidates, setup.InUse); lock != nil { // reads may hold another one for another reason
		return lock
	}
	return g.ofWrites(candidates)
}

// ofWrites returns the lock that all writes hold, at least two, if there is just one: reads under another
// one hold the wrong lock. Where writes hold two, a read needs either.
func (g *Guard) ofWrites(candidates []*types.Var) *types.Var {
	var found *types.Var
	for _, c := range candidates {
		writes, held := 0, 0
		for _, a := range g.Accesses {
			if !a.Write {
				continue
			}
			writes++
			if _, ok := a.Holds(a.PathOf(c)); ok {
				held++
			}
		}
		if writes < 2 || held < writes {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// majority returns the lock that at least four in five of those accesses hold which hold any.
func (g *Guard) majority(candidates []*types.Var, counts func(*access.Access) bool) *types.Var {
	votes, total := make(map[*types.Var]int), 0
	for _, a := range g.Accesses {
		if !counts(a) {
			continue
		}
		any := false
		for _, c := range candidates {
			if _, ok := a.Holds(a.PathOf(c)); ok {
				votes[c]++
				any = true
			}
		}
		if any {
			total++
		}
	}
	for _, c := range candidates {
		if total > 0 && votes[c]*5 >= total*4 {
			return c
		}
	}
	return nil
}

func isRW(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RLock")
	return obj != nil
}

// placeKey returns the key of what accesses of one field are about.
func placeKey(p *lockset.Package, list []*access.Access) string {
	i := slices.IndexFunc(list, func(a *access.Access) bool { return a.Addr != nil })
	if i < 0 {
		return ""
	}
	return p.Place(list[i].Addr).Key
}
