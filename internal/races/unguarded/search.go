package unguarded

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
)

// maxPairs bounds the pairs of threads that are looked at for one field, and maxAccesses those of accesses:
// generated code has fields with ten thousand and more.
const (
	maxPairs    = 20000
	maxAccesses = 2000000
)

// raceOf returns the race of one field that is most certain, with the accesses that take part.
func raceOf(p *lockset.Package, accesses []*access.Access) *Race {
	if !slices.ContainsFunc(accesses, func(a *access.Access) bool { return a.Write }) {
		return nil
	}
	r := &search{p: p, accesses: accesses, threads: make(map[*access.Access][]threads.Thread), budget: maxPairs}
	for _, a := range accesses {
		if holding.BySome(a) {
			r.threads[a] = slices.DeleteFunc(threads.Of(a), func(t threads.Thread) bool { return t.Locks() })
			continue
		}
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
	looked := 0
	for i, a := range accesses {
		for _, b := range accesses[i:] {
			if looked++; looked > maxAccesses || r.budget < 0 {
				return r.result()
			}
			if access.Conflict(a, b) && !a.OfAnother(b) && !(holding.Covered(a) && holding.Covered(b)) {
				r.pair(a, b)
			}
			if access.Conflict(a, b) && a.Part != access.OneCaller {
				r.pairPublished(a, b)
				r.pairPublished(b, a)
				r.pairKept(a, b)
				r.pairKept(b, a)
			}
		}
	}
	return r.result()
}

type search struct {
	p        *lockset.Package
	accesses []*access.Access
	threads  map[*access.Access][]threads.Thread
	locked   *access.Access // holds a lock, or may
	found    []*Race
	locks    map[*access.Access][]threads.Thread // of those that may hold a lock, see [search.threadsOf]
	budget   int
	reads    map[ssa.Instruction]*access.Access // see [search.foundIn]
}

// pair notes the race of two accesses that has the fewest doubts.
func (r *search) pair(a, b *access.Access) {
	var best *Race
	for i := range r.threads[a] {
		for j := range r.threads[b] {
			x, y := &r.threads[a][i], &r.threads[b][j]
			if r.budget--; r.budget < 0 {
				break
			}
			if x.Endless && !a.Write || y.Endless && !b.Write {
				continue // what it reads may be set before it is run
			}
			m, ok := threads.Meet(x, y, a.OfPackage())
			if !ok && a.Part == access.OneCaller {
				m, ok = r.registered(a, b, x, y)
			}
			if !ok || threads.Permitted(r.p, a, b, x, y) || replacedByCall(a, b) && !m.Served || m.Strangers && r.startedAlike(a, b, x, y) || order.OnceBefore(a, b) || order.OnceBefore(b, a) || order.OneRun(a, b) {
				continue
			}
			if own, other := x.OwnerLock(), y.OwnerLock(); own != "" && own == other {
				continue
			} else if own != "" && other != "" {
				m.Other = true
			}
			m.Blocks = m.Called && m.Strangers && (threads.BlocksAfter(a, x) && !threads.BlocksAfter(b, y) || threads.BlocksAfter(b, y) && !threads.BlocksAfter(a, x))
			if m.Called && !(a.Write && a.Content) && !m.Blocks && setDefault(a) == nil && !getsVariable(a) {
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
func (r *search) startedAlike(a, b *access.Access, x, y *threads.Thread) bool {
	if !threads.Starts(x.Frames) || !threads.Starts(y.Frames) || x.Kind == threads.ByServer && y.Kind == threads.ByServer {
		return false
	}
	begins := func(list []threads.Thread, root *lockset.Func) bool {
		return slices.ContainsFunc(list, func(t threads.Thread) bool { return threads.Starts(t.Frames) && t.Root() == root })
	}
	return begins(r.threads[b], x.Root()) || begins(r.threads[a], y.Root())
}

// result returns the best race, at its place, with the other accesses that are as certain.
func (r *search) result() *Race {
	if len(r.found) == 0 {
		return nil
	}
	best := slices.MinFunc(r.found, func(u, v *Race) int {
		return cmp.Or(moreCertain(u, v), lockset.CompareBool(v.Retested.IsValid(), u.Retested.IsValid()), cmp.Compare(len(u.Doubts), len(v.Doubts)), cmp.Compare(v.rank(), u.rank()), cmp.Compare(u.Pos, v.Pos))
	})
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

// race makes the finding for two threads. It is about the write, the one without a lock and that of a
// goroutine first, or for a flag about the read.
func (r *search) race(a, b *access.Access, x, y *threads.Thread, m threads.Meeting) *Race {
	if holding.Covered(a) {
		a, b, x, y = b, a, y, x
	} else if holding.Covered(b) {
		// a is the one to repair
	} else if !a.Write || b.Write && (threads.Starts(y.Frames) && !threads.Starts(x.Frames) || threads.Starts(y.Frames) == threads.Starts(x.Frames) && b.Pos < a.Pos) {
		a, b, x, y = b, a, y, x
	}
	u := &Race{Access: a, Other: b, All: r.accesses, threads: x, others: y, Sure: m.Sure, Blocks: m.Blocks,
		Served: m.Served && (a.OfPackage() || !threads.Starts(x.Frames) && !threads.Starts(y.Frames))}
	for _, t := range []*threads.Thread{x, y} {
		if i := slices.IndexFunc(t.Frames, func(fr threads.Frame) bool { return fr.Start }); i >= 0 && u.Begins == nil {
			u.Begins = t.Frames[i].At
		}
	}
	if !b.Write && endsLoop(b, y) && a.SetsConstant() {
		u.Flag = true
		u.Access, u.Other, u.threads, u.others = b, a, y, x
	}
	if test := retested(b); a.Empties() && test.IsValid() {
		u.Retested = test
		u.Access, u.Other, u.threads, u.others = b, a, y, x
	}
	u.doubt(r, m)
	return u
}
