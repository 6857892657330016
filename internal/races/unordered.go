package races

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// A meeting says how two threads come to access one object at the same time.
type meeting struct {
	started   bool // a goroutine that the package starts, or an event loop, is one of the two
	loop      bool // an event loop is
	served    bool // requests are
	called    bool // one of the two is what importers call, and none is a goroutine that is started here
	other     bool // the object may be another one
	strangers bool // they begin in different functions, which others call
	waited    bool // a goroutine of the two has waited for something before
	sure      bool // the same function starts the goroutine, and nothing known there waits for it
	blocks    bool // one is in a function that blocks afterwards
}

func starts(frames []frame) bool {
	return slices.ContainsFunc(frames, func(fr frame) bool { return fr.start })
}

// meetIn returns how two threads may access one object at the same time, if they may. For a
// package variable there is just one.
func meetIn(x, y *thread, global bool) (meeting, bool) {
	xs, ys := x.down, y.down
	loop := x.loop != y.loop && xs[0].f != ys[0].f
	m := meeting{started: starts(xs) || starts(ys) || loop, loop: loop, served: x.kind == byServer || y.kind == byServer}
	if joinedBefore(x, y) || joinedBefore(y, x) {
		return m, false
	}
	m.waited = !x.loop && x.waited || !y.loop && y.waited
	m.called = !m.started && (x.kind == byOthers || y.kind == byOthers)
	if xs[0].f != ys[0].f {
		m.other, m.strangers = !global && xs[0].path != ys[0].path, true
		return m, m.apart(x, y, global)
	}
	d := 0
	for d+1 < len(xs) && d+1 < len(ys) && xs[d].at == ys[d].at && xs[d+1].f == ys[d+1].f {
		d++
	}
	m.other = !global && xs[d].path != ys[d].path
	if m.within(xs, ys, d, global) {
		return m, true
	}
	return m, m.again(x, xs, ys, d, global)
}

// apart looks at threads that begin in different functions, which others call.
func (m *meeting) apart(x, y *thread, global bool) bool {
	xs, ys := x.down, y.down
	if x.kind == byMain || y.kind == byMain || runs(xs[0].f, ys) && x.kind == byOthers || runs(ys[0].f, xs) && y.kind == byOthers {
		return false
	}
	return global || (passed(xs[0]) && reaches(ys) || passed(ys[0]) && reaches(xs)) && sameCaptured(xs[0], ys[0])
}

// passed reports whether the outermost function of a thread has the object from outside.
func passed(fr frame) bool { return shared(fr) || outer(fr) }

// reaches reports whether others may have the object that a thread accesses: its outermost function
// has it from outside, or makes it and starts a goroutine with it.
func reaches(frames []frame) bool {
	return passed(frames[0]) || slices.ContainsFunc(frames, func(fr frame) bool { return fr.start && fr.obj != nil })
}

// sameCaptured reports whether two functions that have captured their objects have the same.
func sameCaptured(x, y frame) bool { return !outer(x) || !outer(y) || x.obj == y.obj }

// outer reports whether the outermost function of a thread has captured the object, from one that
// is called once.
func outer(fr frame) bool {
	return fr.obj != nil && fr.obj.Parent() != nil && fr.obj.Parent() != fr.f.SSA && !lockset.Handles(fr.obj.Parent())
}

// shared reports whether the outermost function of a thread is a method of the object.
func shared(fr frame) bool {
	return fr.f.SSA.Signature.Recv() != nil && fr.obj == ssa.Value(fr.f.SSA.Params[0])
}

// runs reports whether f is on the path to an access: that others call it at the same time
// for the same object is not known.
func runs(f *lockset.Func, frames []frame) bool {
	return slices.ContainsFunc(frames, func(fr frame) bool { return fr.f == f })
}

// within looks for a goroutine that is started in one call of a function, and an access by the
// function, or by another goroutine, after that.
func (m *meeting) within(xs, ys []frame, d int, global bool) bool {
	x, y := xs[d], ys[d]
	if x.at == y.at {
		return false
	}
	if !global && (x.obj == nil || x.obj != y.obj) {
		return false
	}
	found := starts(xs[d:]) && follows(x.at, y.at, x.obj) || starts(ys[d:]) && follows(y.at, x.at, x.obj)
	m.sure = found && (x.start && x.runsOn(y.at) || y.start && y.runsOn(x.at))
	return found
}

// runsOn reports whether the goroutine that a frame starts is known to run at an
// instruction of its starter: there is a path to it without anything that may be a wait.
func (fr frame) runsOn(to ssa.Instruction) bool {
	if fr.obj == nil || fr.at == to && lockset.Loops(fr.at.Block()) == false {
		return false
	}
	call, ok := fr.at.(ssa.CallInstruction)
	if !ok {
		return false
	}
	p := fr.f.Pkg
	start := p.Callee(call.Common())
	if start == nil {
		start = p.Spawned(call.Common())
	}
	maker, _ := fr.obj.(ssa.Instruction)
	return (&order.Search{P: p, From: fr.at, To: to, Maker: maker, Start: start, Alike: fr.at == to}).Open(false)
}

// again looks for a second call that has the object, too, while a goroutine of the first one runs.
func (m *meeting) again(t *thread, xs, ys []frame, d int, global bool) bool {
	for k := d; k >= 0; k-- {
		x, y := xs[k], ys[k]
		if p := x.f.Pkg; order.RanOnce(p, x.at) != nil {
			return false
		}
		if !global && (x.obj == nil || y.obj == nil) {
			return false
		}
		if (starts(xs[k:]) || starts(ys[k:])) && x.at == y.at && follows(x.at, x.at, x.obj) {
			m.sure = x.start && x.runsOn(x.at)
			return true
		}
	}
	return t.kind == byServer && (global || shared(xs[0]) || outer(xs[0])) || m.called && t.kind == byOthers && (shared(xs[0]) || global)
}

// follows reports whether a path leads from the start of a goroutine to another
// instruction, on which nothing waits for goroutines, with the same object.
func follows(start, to ssa.Instruction, obj ssa.Value) bool {
	if _, last := start.(*ssa.Defer); last {
		return false // it is started when the function has returned
	}
	if _, deferred := to.(*ssa.Defer); !deferred {
		return leadsUnwaited(start, to, obj)
	}
	for _, b := range start.Parent().Blocks {
		for _, instr := range b.Instrs {
			if _, end := instr.(*ssa.RunDefers); end && leadsUnwaited(start, instr, obj) {
				return true
			}
		}
	}
	return false
}

// leadsUnwaited is leads for paths on which nothing waits for other goroutines.
func leadsUnwaited(from, to ssa.Instruction, obj ssa.Value) bool {
	maker, _ := obj.(ssa.Instruction)
	seen := make(lockset.BlockSet, len(from.Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch {
			case instr == to:
				return true
			case maker != nil && instr == maker, order.Waits(instr):
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			if seen.Has(succ) {
				return false
			}
			seen[succ.Index] = true
			return follow(succ, 0)
		})
	}
	b := from.Block()
	return follow(b, slices.Index(b.Instrs, from)+1)
}

// joinedBefore reports whether x is no goroutine of its own and has waited for one before the
// access, where y is in a goroutine.
func joinedBefore(x, y *thread) bool {
	return !starts(x.frames) && starts(y.frames) && x.waited
}

// waitedIn reports whether a goroutine has waited for something before the access, on every path.
func waitedIn(frames []frame) bool {
	for i := len(frames) - 1; i >= 0; i-- {
		if frames[i].start {
			return false
		}
		if at := order.Happens(frames[i].at); order.WaitedBefore(frames[i].f, at) {
			return true
		}
	}
	return false
}
