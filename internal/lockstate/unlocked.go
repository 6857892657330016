package lockstate

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Unlocked is an access without the lock that other accesses of the field
// hold.
type Unlocked struct {
	*Access
	Guard *Guard
	Other *Access   // an access that holds the lock, a write if there is one
	Also  []*Access // further ones in the same function that miss the lock
}

// LockedBeside reports whether the function itself holds the lock for the field in another
// place.
func (u *Unlocked) LockedBeside() bool { return u.Guard.lockedIn(u.Func) }

// Unlocked returns the accesses that break the discipline of their field. It goes
// by evidence, not by a vote: the same function takes the lock elsewhere, or a
// field that is written under the lock is written, or has its map, slice,
// interface or string read, without any, where other goroutines come by.
func (p *Package) Unlocked(noted func(*types.Var) string) []Unlocked {
	var list []Unlocked
	for _, g := range p.Guards(noted) {
		if len(g.LockedWrites) == 0 && !(g.Noted && g.Writes > 0) {
			continue // never changes once it is shared
		}
		for _, a := range g.Accesses {
			if !g.bare(a) || !g.changes(a) || !p.evident(g, a) || p.excused(g, a) {
				continue
			}
			if n := len(list); n > 0 && list[n-1].Pos == a.Pos && a.Write {
				list = list[:n-1] // n++ reads and writes
			}
			list = append(list, Unlocked{Access: a, Guard: g, Other: g.example(a)})
		}
	}
	return perFunction(list)
}

// perFunction makes one of those that are about one lock in one function.
func perFunction(list []Unlocked) []Unlocked {
	type place struct {
		fn   *ssa.Function
		lock *types.Var
	}
	first := make(map[place]int)
	var merged []Unlocked
	for _, u := range list {
		key := place{u.Func.outermost(), u.Guard.Lock}
		i, ok := first[key]
		switch {
		case !ok:
			first[key] = len(merged)
			merged = append(merged, u)
		case u.Pos < merged[i].Pos:
			u.Also = append(merged[i].Also, merged[i].Access)
			merged[i] = u
		default:
			merged[i].Also = append(merged[i].Also, u.Access)
		}
	}
	for _, u := range merged {
		slices.SortFunc(u.Also, func(a, b *Access) int { return cmp.Compare(a.Pos, b.Pos) })
	}
	return merged
}

// outermost returns the declared function that f is, or is a literal of.
func (f *Func) outermost() *ssa.Function {
	fn := f.SSA
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// excused reports whether what the rest of the package does makes the access safe
// without the lock.
func (p *Package) excused(g *Guard, a *Access) bool {
	return p.oneGoroutine(g, a) || p.claimed(g, a) || a.snapshot() || p.madeBefore(g, a) || p.onceBefore(g, a) || p.settledBefore(g, a) ||
		p.readies(a) || p.renewed(g, a) || g.takenOver(a) || p.calledBack(g, a) || a.callback() || p.ofReceiver(a) || a.Func.root && a.Func.leftToCallers()
}

// changes reports whether what a touches is ever written under the lock: to read
// the field that holds a map is no access of its elements.
func (g *Guard) changes(a *Access) bool {
	return a.Write || a.Content || g.Noted ||
		slices.ContainsFunc(g.LockedWrites, func(w *Access) bool { return !w.Content })
}

// example returns an access that holds the lock, for the message.
func (g *Guard) example(a *Access) *Access {
	if len(g.LockedWrites) > 0 {
		return g.LockedWrites[0]
	}
	for _, other := range g.Accesses {
		if _, ok := other.HoldsKey(g.Key); ok {
			return other
		}
	}
	return a
}
