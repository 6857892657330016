package atomicity

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// staleLookup returns the act of a function that asks another one for what is stored under a key, and that
// acquires the lock itself to store what it has made because there was none:
//
//	if c, ok := p.lookup(addr); ok { return c, nil }
//	c := dial(addr)
//	p.mu.Lock(); defer p.mu.Unlock()
//	p.conns[addr] = c
func staleLookup(p *lockset.Package, g *guard.Guard, w *access.Access) (StaleAct, bool) {
	hold, ok := w.Holds(g.Path(w))
	value := stored(w.Instr)
	if !ok || value == nil || lockset.IsNilConst(value) || !w.Func.Encloses(hold.Pos) || hold.Callee != nil || readsUnder(g, w, hold) || helperReads(p, g, w, hold) {
		return StaleAct{}, false
	}
	for _, r := range g.LockedReads {
		if h, ok := r.Holds(g.Path(r)); r.Func == w.Func || r.Content != w.Content || !ok || !r.Func.Encloses(h.Pos) || !answersWith(p, r) {
			continue
		}
		for _, test := range r.Func.Sites {
			if !looksUp(p, r, test, w) || !decidedBy(p, test.Instr, w.Instr) {
				continue
			}
			act := StaleAct{Access: w, Guard: g, Read: r, Hold: hold, Test: test.Instr}
			act.Alone = !slices.ContainsFunc(g.Accesses, func(a *access.Access) bool { return a.Write && lockset.Together(w.Func, a.Func) })
			act.doubt(verdict.MaybeHeld, !w.Func.Known())
			act.doubt(verdict.BeforeSharing, w.Ready)
			act.doubt(verdict.OwnData, !own(p, value))
			act.doubt(verdict.NothingWon, !identity(value) && !wonBeside(p, g, w, hold))
			return act, true
		}
	}
	return StaleAct{}, false
}

func (act *StaleAct) doubt(d *verdict.Doubt, raised bool) {
	if raised {
		act.Doubts = append(act.Doubts, d.At(act.Pos))
	}
}

// readsUnder reports whether the function of a write reads the field under the lock of the write as well.
func readsUnder(g *guard.Guard, w *access.Access, hold lockset.Hold) bool {
	return slices.ContainsFunc(g.LockedReads, func(r *access.Access) bool {
		h, ok := r.Holds(g.Path(w))
		return ok && r.Func == w.Func && h.Pos == hold.Pos
	})
}

// looksUp reports whether a call, before a write and by the same function, which holds no lock then, has r
// read what the write stores: the same field, or the element under the same key.
func looksUp(p *lockset.Package, r *access.Access, test lockset.Site, w *access.Access) bool {
	of, known := holding.InCaller(r.Func, r.Owner, test)
	if test.Caller != w.Func || test.Start || test.Value || !known || of != w.Owner || !lockset.Precedes(test.Instr, w.Instr) || holdsAny(test) {
		return false
	}
	update, ok := w.Instr.(*ssa.MapUpdate)
	if !ok {
		return !w.Content
	}
	lookup, ok := r.Instr.(*ssa.Lookup)
	if !ok {
		return false
	}
	asked := passed(r.Func, test, lookup.Index)
	key := p.Pure(update.Key, 4)
	return asked != nil && (asked == update.Key || key != "" && key == p.Pure(asked, 4))
}

// createdOnMiss reports whether a function calls the one of a write because of what a call has returned,
// with a value that it has made, of a kind whose values are distinguishable:
//
//	if c, ok := p.lookup(addr); ok { return c, nil }
//	c := dial(addr)
//	p.keep(addr, c)
func createdOnMiss(p *lockset.Package, test ssa.CallInstruction, w *access.Access, s lockset.Site) bool {
	update, ok := w.Instr.(*ssa.MapUpdate)
	if !ok {
		return false
	}
	value := passed(w.Func, s, update.Value)
	_, isNil := value.(*ssa.Const)
	return value != nil && !isNil && identity(value) && own(p, value) && decidedBy(p, test, s.Instr)
}
