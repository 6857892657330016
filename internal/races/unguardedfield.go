package races

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An Unguarded is a write of a field or package variable that races with another access of it,
// where no access holds any lock.
type Unguarded struct {
	*access.Access
	Other  *access.Access   // what it races with; itself, if two goroutines run it
	Also   []*access.Access // further ones that race
	All    []*access.Access // all accesses of objects that others may have
	Served bool             // requests are answered in one of the two
	Begins ssa.Instruction  // of the goroutine, nil if requests make both
	Flag   bool             // a loop ends by it
	Sure   bool             // a function starts the goroutine, and then accesses the same object without a wait for it
	Blocks bool             // one is in a function that blocks, which the other one is there to end
	Doubts []verdict.DoubtAt
	Alike  []*Unguarded // those of other fields of the type
	Alone  bool         // the only one about the type

	threads, others *threads.Thread
}

// maxPairs bounds the pairs of threads that are looked at for one field.
const maxPairs = 20000

// UnguardedFields returns one race for each field or package variable that has any, in the order
// of their first access.
func UnguardedFields(p *lockset.Package) []*Unguarded {
	type part struct {
		field *types.Var
		name  string
	}
	byField := make(map[part][]*access.Access)
	var order []part
	for _, a := range slices.Concat(access.Of(p), access.Apart(p)) {
		if !mayRace(p, a) {
			continue
		}
		key := part{a.Field, a.Part}
		if byField[key] == nil {
			order = append(order, key)
		}
		byField[key] = append(byField[key], a)
	}
	var list []*Unguarded
	for _, key := range order {
		if u := unguardedField(p, byField[key]); u != nil {
			list = append(list, u)
		}
	}
	return perType(slices.DeleteFunc(list, func(u *Unguarded) bool {
		return (u.Implied || u.Other.Implied) && slices.ContainsFunc(list, func(v *Unguarded) bool { return v != u && v.besides(u) })
	}))
}

// besides reports whether a race is about the store that writes what another one is about, too.
func (u *Unguarded) besides(v *Unguarded) bool {
	if u.Implied || u.Other.Implied {
		return false
	}
	return slices.ContainsFunc(u.All, func(a *access.Access) bool { return a.Write && (a.Pos == v.Pos || a.Pos == v.Other.Pos) })
}

// perType makes one of those that are about fields of one type that hold no map and no flag, and are
// equally certain: what is wrong is that the type has no mutex.
func perType(list []*Unguarded) []*Unguarded {
	var merged []*Unguarded
	for _, u := range list {
		i := slices.IndexFunc(merged, func(v *Unguarded) bool {
			return u.Struct != nil && v.Struct != nil && types.Identical(u.Struct, v.Struct) && u.Tier() == v.Tier() && u.plain() && v.plain() && u.Served == v.Served
		})
		if i < 0 {
			merged = append(merged, u)
			continue
		}
		merged[i].Alike = append(merged[i].Alike, u)
	}
	for _, u := range merged {
		u.Alone = !slices.ContainsFunc(merged, func(v *Unguarded) bool {
			return v != u && u.Struct != nil && v.Struct != nil && types.Identical(u.Struct, v.Struct)
		})
	}
	return merged
}

// plain reports whether the race is about neither a map nor a flag.
func (u *Unguarded) plain() bool { return !u.Flag && !u.Content }

// OneCaller reports whether the race is about a method that only one goroutine at a time may call.
func (u *Unguarded) OneCaller() bool { return u.Part == access.OneCaller }

// OtherLocked reports whether only the other side holds a lock.
func (u *Unguarded) OtherLocked() bool { return holding.MayBeLocked(u.Other) }

// mayRace reports whether an access is one of an object that others may have, and of what does not
// look after itself.
func mayRace(p *lockset.Package, a *access.Access) bool {
	if a.Fresh && a.Object() == a.Owner.Root || access.Exempt(a.Field.Type()) && !replaces(a) && !setup.Remade(a) || setup.Early(a) {
		return false
	}
	if a.Content && a.Part != access.OneCaller {
		_, elements := a.Field.Type().Underlying().(*types.Slice)
		return !elements // goroutines may have an element each
	}
	return true
}

// replaces reports whether an access puts a new sync.Map or lock in the place of one that is in use.
func replaces(a *access.Access) bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	name := callmatch.TypeName(store.Val.Type())
	return catalog.LockTypes[name] || name == "sync.Map"
}

// unguardedField returns the race of one field that is most certain, with the accesses that take part.
func unguardedField(p *lockset.Package, accesses []*access.Access) *Unguarded {
	if !slices.ContainsFunc(accesses, func(a *access.Access) bool { return a.Write }) {
		return nil
	}
	r := &raceSearch{p: p, accesses: accesses, threads: make(map[*access.Access][]threads.Thread), budget: maxPairs}
	for _, a := range accesses {
		if holding.MayBeLocked(a) && a.Part != access.OneCaller {
			if a.Write && (len(a.Held) > 0 || !replacedByCall(a, a)) {
				r.locked = a // a lock that only reads hold guards something else
			}
			continue
		}
		r.threads[a] = threads.Of(a)
		if a.Called != nil {
			r.threads[a] = slices.DeleteFunc(r.threads[a], func(t threads.Thread) bool { return !answers(&t, a) })
		}
	}
	for i, a := range accesses {
		for _, b := range accesses[i:] {
			if access.Conflict(a, b) && !a.OfAnother(b) && !(holding.MayBeLocked(a) && holding.MayBeLocked(b)) {
				r.pair(a, b)
			}
		}
	}
	return r.result()
}

type raceSearch struct {
	p        *lockset.Package
	accesses []*access.Access
	threads  map[*access.Access][]threads.Thread
	locked   *access.Access // holds a lock, or may
	found    []*Unguarded
	budget   int
}

// pair notes the race of two accesses that has the fewest doubts.
func (r *raceSearch) pair(a, b *access.Access) {
	var best *Unguarded
	for i := range r.threads[a] {
		for j := range r.threads[b] {
			x, y := &r.threads[a][i], &r.threads[b][j]
			if r.budget--; r.budget < 0 {
				break
			}
			m, ok := threads.Meet(x, y, a.OfPackage())
			if !ok || threads.Permitted(r.p, a, b, x, y) || replacedByCall(a, b) && !m.Served || m.Strangers && r.startedAlike(a, b, x, y) || order.OnceBefore(a, b) || order.OnceBefore(b, a) {
				continue
			}
			m.Blocks = m.Called && m.Strangers && (threads.BlocksAfter(a, x) && !threads.BlocksAfter(b, y) || threads.BlocksAfter(b, y) && !threads.BlocksAfter(a, x))
			if m.Called && !(a.Write && a.Content) && !m.Blocks && setDefault(a) == nil {
				continue // importers may as well call a setter at the start
			}
			if u := r.race(a, b, x, y, m); best == nil || u.better(best) {
				best = u
			}
		}
	}
	if best != nil {
		r.found = append(r.found, best)
	}
}

// startedAlike reports whether two goroutines begin in different functions that importers call, and
// one of these starts both: that the other one is called, too, for the same object is not known.
func (r *raceSearch) startedAlike(a, b *access.Access, x, y *threads.Thread) bool {
	if !threads.Starts(x.Frames) || !threads.Starts(y.Frames) || x.Kind == threads.ByServer && y.Kind == threads.ByServer {
		return false
	}
	begins := func(list []threads.Thread, root *lockset.Func) bool {
		return slices.ContainsFunc(list, func(t threads.Thread) bool { return threads.Starts(t.Frames) && t.Root() == root })
	}
	return begins(r.threads[b], x.Root()) || begins(r.threads[a], y.Root())
}

// better compares two findings by what lowers them.
func (u *Unguarded) better(than *Unguarded) bool {
	return cmp.Or(moreCertain(u, than), cmp.Compare(len(u.Doubts), len(than.Doubts))) < 0
}

// moreCertain orders findings by their tier, the highest first.
func moreCertain(u, v *Unguarded) int {
	x, y := u.Tier(), v.Tier()
	switch {
	case x == y:
		return 0
	case x.AtLeast(y):
		return -1
	}
	return 1
}

// Tier returns what is left of a likely finding under the doubts.
func (u *Unguarded) Tier() verdict.Confidence {
	return verdict.Lower(verdict.Medium, verdict.Kinds(u.Doubts))
}

// result returns the best race, at its place, with the other accesses that are as certain.
func (r *raceSearch) result() *Unguarded {
	if len(r.found) == 0 {
		return nil
	}
	best := slices.MinFunc(r.found, func(u, v *Unguarded) int {
		return cmp.Or(moreCertain(u, v), cmp.Compare(len(u.Doubts), len(v.Doubts)), cmp.Compare(v.rank(), u.rank()), cmp.Compare(u.Pos, v.Pos))
	})
	best.All = r.accesses
	seen := map[*access.Access]bool{best.Access: true, best.Other: true}
	for _, u := range r.found {
		for _, a := range []*access.Access{u.Access, u.Other} {
			if moreCertain(u, best) <= 0 && !seen[a] {
				seen[a] = true
				best.Also = append(best.Also, a)
			}
		}
	}
	slices.SortFunc(best.Also, func(a, b *access.Access) int { return cmp.Compare(a.Pos, b.Pos) })
	return best
}

// rank prefers what is easiest to explain: the flag of a loop, two writes, two functions.
func (u *Unguarded) rank() int {
	rank := 0
	if u.Flag {
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

// race makes the finding for two threads. It is about the write, the one without a lock and that of a
// goroutine first, or for a flag about the read.
func (r *raceSearch) race(a, b *access.Access, x, y *threads.Thread, m threads.Meeting) *Unguarded {
	if holding.MayBeLocked(a) {
		a, b, x, y = b, a, y, x
	} else if holding.MayBeLocked(b) {
		// a is the one to repair
	} else if !a.Write || b.Write && (threads.Starts(y.Frames) && !threads.Starts(x.Frames) || threads.Starts(y.Frames) == threads.Starts(x.Frames) && b.Pos < a.Pos) {
		a, b, x, y = b, a, y, x
	}
	u := &Unguarded{Access: a, Other: b, threads: x, others: y, Sure: m.Sure, Blocks: m.Blocks, Served: m.Served && !threads.Starts(x.Frames) && !threads.Starts(y.Frames)}
	for _, t := range []*threads.Thread{x, y} {
		if i := slices.IndexFunc(t.Frames, func(fr threads.Frame) bool { return fr.Start }); i >= 0 && u.Begins == nil {
			u.Begins = t.Frames[i].At
		}
	}
	if !b.Write && endsLoop(b, y) && a.SetsConstant() {
		u.Flag = true
		u.Access, u.Other, u.threads, u.others = b, a, y, x
	}
	u.doubt(r, m)
	return u
}

// endsLoop reports whether a read of a flag decides about a loop of a goroutine.
func endsLoop(a *access.Access, t *threads.Thread) bool {
	load, ok := a.Instr.(*ssa.UnOp)
	if basic, isBasic := a.Field.Type().Underlying().(*types.Basic); !ok || !isBasic || basic.Info()&types.IsBoolean == 0 || !threads.Starts(t.Frames) {
		return false
	}
	decides := func(v ssa.Value) bool {
		return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
			_, branch := ref.(*ssa.If)
			return branch
		})
	}
	tested := decides(load) || slices.ContainsFunc(*load.Referrers(), func(ref ssa.Instruction) bool {
		not, ok := ref.(*ssa.UnOp)
		return ok && decides(not)
	})
	for _, fr := range t.Frames {
		if fr.Start {
			break
		}
		if lockset.Loops(fr.At.Block()) {
			return tested || fr.At != a.Instr
		}
	}
	return false
}
