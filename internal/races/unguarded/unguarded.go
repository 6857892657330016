package unguarded

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Race is a write of a field or package variable that races with another access of it,
// where no access holds any lock.
type Race struct {
	*access.Access
	Other     *access.Access   // what it races with; itself, if two goroutines run it
	Also      []*access.Access // further ones that race
	All       []*access.Access // all accesses of objects that others may have
	Served    bool             // requests are answered in one of the two
	Begins    ssa.Instruction  // of the goroutine, nil if requests make both
	Flag      bool             // a loop ends by it
	Sure      bool             // a function starts the goroutine, and then accesses the same object without a wait for it
	Published bool             // one is made for importers, which have the object from the container that the other one finds it in
	Blocks    bool             // one is in a function that blocks, which the other one is there to end
	Retested  token.Pos        // of the test for nil before the access, which reads the variable again and dereferences it; the other one sets it to nil
	Doubts    []verdict.DoubtAt
	Alike     []*Race // those of other fields of the type
	Alone     bool    // the only one about the type

	threads, others *threads.Thread
}

// Races returns one race for each field or package variable that has any, in the order
// of their first access.
func Races(p *lockset.Package) []*Race {
	type part struct {
		field *types.Var
		name  string
	}
	byField := make(map[part][]*access.Access)
	var order []part
	for _, a := range slices.Concat(access.Of(p), access.Apart(p)) {
		if !mayRace(a) {
			continue
		}
		key := part{a.Field, a.Part}
		if byField[key] == nil {
			order = append(order, key)
		}
		byField[key] = append(byField[key], a)
	}
	var list []*Race
	for _, key := range order {
		if u := raceOf(p, byField[key]); u != nil {
			list = append(list, u)
		}
	}
	return perType(slices.DeleteFunc(list, func(u *Race) bool {
		return (u.Implied || u.Other.Implied) && slices.ContainsFunc(list, func(v *Race) bool { return v != u && v.aboutStoreOf(u) })
	}))
}

// aboutStoreOf reports whether a race is about the store that writes what another one is about, too.
func (u *Race) aboutStoreOf(v *Race) bool {
	if u.Implied || u.Other.Implied {
		return false
	}
	return slices.ContainsFunc(u.All, func(a *access.Access) bool { return a.Write && (a.Pos == v.Pos || a.Pos == v.Other.Pos) })
}

// perType makes one of those that are about fields of one type that hold no map and no flag, and are
// equally certain: what is wrong is that the type has no mutex.
func perType(list []*Race) []*Race {
	var merged []*Race
	for _, u := range list {
		i := slices.IndexFunc(merged, func(v *Race) bool {
			return u.Struct != nil && v.Struct != nil && types.Identical(u.Struct, v.Struct) && u.tier() == v.tier() && u.plain() && v.plain() && u.Served == v.Served
		})
		if i < 0 {
			merged = append(merged, u)
			continue
		}
		merged[i].Alike = append(merged[i].Alike, u)
	}
	for _, u := range merged {
		u.Alone = !slices.ContainsFunc(merged, func(v *Race) bool {
			return v != u && u.Struct != nil && v.Struct != nil && types.Identical(u.Struct, v.Struct)
		})
	}
	return merged
}

// plain reports whether the race is about neither a map, nor a flag, nor a nil dereference.
func (u *Race) plain() bool { return !u.Flag && !u.Content && !u.Retested.IsValid() }

// OneCaller reports whether the race is about a method that only one goroutine at a time may call.
func (u *Race) OneCaller() bool { return u.Part == access.OneCaller }

// OtherLocked reports whether only the other side holds a lock.
func (u *Race) OtherLocked() bool { return holding.Covered(u.Other) }

// Endless reports whether a loop that nothing ends makes the write: another goroutine makes the other access.
func (u *Race) Endless() bool { return u.Access != u.Other && u.threads.Endless }

// better compares two findings by what lowers them.
func (u *Race) better(than *Race) bool {
	return cmp.Or(moreCertain(u, than), cmp.Compare(len(u.Doubts), len(than.Doubts))) < 0
}

// moreCertain orders findings by their tier, the highest first.
func moreCertain(u, v *Race) int {
	x, y := u.tier(), v.tier()
	switch {
	case x == y:
		return 0
	case x.AtLeast(y):
		return -1
	}
	return 1
}

// tier returns what is left of a likely finding under the doubts.
func (u *Race) tier() verdict.Confidence {
	return verdict.Lower(verdict.Medium, verdict.Kinds(u.Doubts))
}

// rank prefers what is easiest to explain: the flag of a loop, a nil dereference, two writes, two functions.
func (u *Race) rank() int {
	rank := 0
	if u.Flag || u.Retested.IsValid() {
		rank += 8
	}
	if u.Write && u.Other.Write {
		rank += 4
	}
	if u.Func.Outermost() != u.Other.Func.Outermost() {
		rank += 2
	}
	if u.Access != u.Other {
		rank++
	}
	return rank
}
