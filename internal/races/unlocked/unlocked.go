package unlocked

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Race is an access without the lock that an access which may happen at the same
// time holds.
type Race struct {
	*access.Access
	Guard  *guard.Guard
	Other  *access.Access   // the other access, a write if there is one
	With   token.Pos        // of the call of that one's function that holds the lock, if the function itself does not
	Bare   bool             // that one does not hold the lock either
	Also   []*access.Access // further ones in the same function, or the other ones, that miss the lock
	Proof  *verdict.Proof
	Doubts []verdict.DoubtAt

	Functions int // how many others miss the lock for the same cause
}

// Races returns the accesses that break the discipline of their field, and with a proof
// those that seem to. The evidence is a pair: a function that holds the lock for the field,
// and one that does not, of which one writes, and which may run at the same time.
func Races(p *lockset.Package, noted func(*types.Var) string) []Race {
	var list []Race
	for _, g := range guard.Of(p, noted) {
		for _, a := range g.Accesses {
			if g.Holds(a) {
				continue
			}
			u := pairOf(g, a)
			if u.Other == nil {
				continue
			}
			if n := len(list); n > 0 && list[n-1].Pos == a.Pos && a.Write {
				list = list[:n-1] // n++ reads and writes
			}
			if g.CalledWith(u.Other) {
				u.With = heldBy(u.Other.Func, g.Key, make(map[*lockset.Func]bool))
			}
			if u.Proof = cmp.Or(u.Proof, proof(p, g, a)); u.Proof == nil {
				u.Doubts = doubts(p, g, a, u.Bare)
				if u.tier().AtLeast(verdict.Medium) && underOuterLock(p, &u) {
					u.Doubts = append(u.Doubts, verdict.OuterLock.At(a.Pos))
				}
			}
			list = append(list, u)
		}
	}
	lowerStale(list)
	return perCause(perFunction(list))
}

// pairOf returns an access with the other one of the pair, or with one that the same goroutine makes.
func pairOf(g *guard.Guard, a *access.Access) Race {
	u := Race{Access: a, Guard: g, Other: g.Partner(a)}
	if u.Other == nil {
		u.Other = bare(g, a)
		u.Bare = u.Other != nil
	}
	if u.Other == nil {
		u.Other, u.Proof = g.InSequence(a), verdict.OneGoroutine
	}
	return u
}

// tier returns what is left of a likely finding under the doubts.
func (u *Race) tier() verdict.Confidence {
	return verdict.Lower(verdict.Medium, verdict.Kinds(u.Doubts))
}

// perFunction makes one of those that are about one lock in one function, and equally sure; writes of
// elements of a map are about that map.
func perFunction(list []Race) []Race {
	type place struct {
		fn    *ssa.Function
		lock  *types.Var
		proof *verdict.Proof
		tier  verdict.Confidence
		part  *types.Var // the map whose elements are written, which ends the process
	}
	type mapIn struct {
		fn    *ssa.Function
		field *types.Var
	}
	writes := make(map[mapIn]bool)
	for _, u := range list {
		if u.Write && u.Content && lockset.IsMap(u.Field.Type()) {
			writes[mapIn{u.Func.Outermost(), u.Field}] = true
		}
	}
	first := make(map[place]int)
	var merged []Race
	for _, u := range list {
		key := place{fn: u.Func.Outermost(), lock: u.Guard.Lock, proof: u.Proof, tier: u.tier()}
		if writes[mapIn{key.fn, u.Field}] && u.Content {
			key.part = u.Field
		}
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
		slices.SortFunc(u.Also, func(a, b *access.Access) int { return cmp.Compare(a.Pos, b.Pos) })
	}
	return merged
}

// mostFunctions limits the functions that are reported one by one for one cause.
const mostFunctions = 3

// perCause makes one of those of many functions in which a field is accessed without a lock that few of its
// accesses hold: what is to be changed is the one that races with all of them.
func perCause(list []Race) []Race {
	type cause struct {
		field *types.Var
		lock  *types.Var
		other *access.Access
		proof *verdict.Proof
		tier  verdict.Confidence
	}
	of := func(u Race) cause { return cause{u.Field, u.Guard.Lock, u.Other, u.Proof, u.tier()} }
	in := make(map[cause]int)
	for _, u := range list {
		if 4*u.Guard.Locked < len(u.Guard.Accesses) && !u.Write && u.Proof == nil {
			in[of(u)]++
		}
	}
	first := make(map[cause]int)
	var merged []Race
	for _, u := range list {
		key := of(u)
		i, known := first[key]
		switch {
		case u.Write || u.Proof != nil || in[key] <= mostFunctions:
			merged = append(merged, u)
		case !known:
			first[key] = len(merged)
			merged = append(merged, u)
		default:
			merged[i].Also = append(merged[i].Also, u.Access)
			merged[i].Functions++
		}
	}
	return merged
}
