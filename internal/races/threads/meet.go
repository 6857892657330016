package threads

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
)

// A Meeting says how two threads come to access one object at the same time.
type Meeting struct {
	Started   bool // a goroutine that the package starts, or an event loop, is one of the two
	Loop      bool // an event loop is
	Served    bool // requests are
	Called    bool // one of the two is what importers call, and none is a goroutine that is started here
	Other     bool // the object may be another one
	Strangers bool // they begin in different functions, which others call
	Waited    bool // a goroutine of the two has waited for something before
	Sure      bool // the same function starts the goroutine, and nothing known there waits for it
	Blocks    bool // one is in a function that blocks afterwards
}

// Starts reports whether a goroutine is started on a path.
func Starts(frames []Frame) bool {
	return slices.ContainsFunc(frames, func(fr Frame) bool { return fr.Start })
}

// Meet returns how two threads may access one object at the same time, if they may. For a
// package variable there is just one.
func Meet(x, y *Thread, global bool) (Meeting, bool) {
	xs, ys := x.Down, y.Down
	global = global || inVariable(xs[0], ys[0])
	loop := x.Loop != y.Loop && xs[0].F != ys[0].F
	m := Meeting{Started: Starts(xs) || Starts(ys) || loop, Loop: loop, Served: x.Kind == ByServer || y.Kind == ByServer}
	if joinedBefore(x, y) || joinedBefore(y, x) {
		return m, false
	}
	m.Waited = !x.Loop && x.waited || !y.Loop && y.waited
	m.Called = !m.Started && (x.Kind == ByOthers || y.Kind == ByOthers)
	if xs[0].F != ys[0].F {
		m.Other, m.Strangers = !global && xs[0].Path != ys[0].Path, true
		return m, m.inTwoFunctions(x, y, global)
	}
	d := 0
	for d+1 < len(xs) && d+1 < len(ys) && xs[d].At == ys[d].At && xs[d+1].F == ys[d+1].F {
		d++
	}
	m.Other = !global && xs[d].Path != ys[d].Path
	if m.inOneCall(xs, ys, d, global) {
		return m, true
	}
	return m, m.inAnotherCall(x, xs, ys, d, global)
}

// inVariable reports whether the outermost functions of two threads have the object from one package variable.
//
//	var root = newLogger()
//
//	func Get(scope string) *log.Logger { return root.get(scope) }
func inVariable(x, y Frame) bool {
	_, global := x.Obj.(*ssa.Global)
	return global && x.Obj == y.Obj && x.Path == y.Path && !strings.Contains(x.Path, "[")
}

// inTwoFunctions looks at threads that begin in different functions, which others call.
func (m *Meeting) inTwoFunctions(x, y *Thread, global bool) bool {
	xs, ys := x.Down, y.Down
	if x.Kind == byMain && !Starts(xs) || y.Kind == byMain && !Starts(ys) || runs(xs[0].F, ys) && x.Kind == ByOthers || runs(ys[0].F, xs) && y.Kind == ByOthers {
		return false
	}
	return global || (passed(xs[0]) && reaches(ys) || passed(ys[0]) && reaches(xs)) && sameCaptured(xs[0], ys[0])
}

// passed reports whether the outermost function of a thread has the object from outside.
func passed(fr Frame) bool { return OfReceiver(fr) || Captured(fr) }

// reaches reports whether others may have the object that a thread accesses: its outermost function
// has it from outside, or makes it and starts a goroutine with it.
func reaches(frames []Frame) bool {
	return passed(frames[0]) || slices.ContainsFunc(frames, func(fr Frame) bool { return fr.Start && fr.Obj != nil })
}

// sameCaptured reports whether two functions that have captured their objects have the same.
func sameCaptured(x, y Frame) bool { return !Captured(x) || !Captured(y) || x.Obj == y.Obj }

// Captured reports whether the outermost function of a thread has captured the object, from one that
// is called once.
func Captured(fr Frame) bool {
	return fr.Obj != nil && fr.Obj.Parent() != nil && fr.Obj.Parent() != fr.F.SSA && !lockset.Handles(fr.Obj.Parent())
}

// OfReceiver reports whether the outermost function of a thread is a method of the object.
func OfReceiver(fr Frame) bool {
	return fr.F.SSA.Signature.Recv() != nil && fr.Obj == ssa.Value(fr.F.SSA.Params[0])
}

// runs reports whether f is on the path to an access: that others call it at the same time
// for the same object is not known.
func runs(f *lockset.Func, frames []Frame) bool {
	return slices.ContainsFunc(frames, func(fr Frame) bool { return fr.F == f })
}

// inOneCall looks for a goroutine that is started in one call of a function, and an access by the
// function, or by another goroutine, after that.
func (m *Meeting) inOneCall(xs, ys []Frame, d int, global bool) bool {
	x, y := xs[d], ys[d]
	if x.At == y.At {
		return false
	}
	if !global && (x.Obj == nil || x.Obj != y.Obj) {
		return false
	}
	found := Starts(xs[d:]) && follows(x.At, y.At, x.Obj) || Starts(ys[d:]) && follows(y.At, x.At, x.Obj)
	m.Sure = found && (x.Start && x.runsOn(y.At) || y.Start && y.runsOn(x.At))
	return found
}

// runsOn reports whether the goroutine that a frame starts is known to run at an
// instruction of its starter: there is a path to it without anything that may be a wait.
func (fr Frame) runsOn(to ssa.Instruction) bool {
	if fr.Obj == nil || fr.At == to && lockset.Loops(fr.At.Block()) == false {
		return false
	}
	call, ok := fr.At.(ssa.CallInstruction)
	if !ok {
		return false
	}
	p := fr.F.Pkg
	start := p.Callee(call.Common())
	if start == nil {
		start = p.Spawned(call.Common())
	}
	maker, _ := fr.Obj.(ssa.Instruction)
	return (&order.Search{P: p, From: fr.At, To: to, Maker: maker, Start: start, Alike: fr.At == to}).Open(false)
}

// inAnotherCall looks for a second call that has the object, too, while a goroutine of the first one runs.
func (m *Meeting) inAnotherCall(t *Thread, xs, ys []Frame, d int, global bool) bool {
	for k := d; k >= 0; k-- {
		x, y := xs[k], ys[k]
		if p := x.F.Pkg; order.RanOnce(p, x.At) != nil {
			return false
		}
		if !global && (x.Obj == nil || y.Obj == nil) {
			return false
		}
		if (Starts(xs[k:]) || Starts(ys[k:])) && x.At == y.At && follows(x.At, x.At, x.Obj) {
			m.Sure = x.Start && x.runsOn(x.At)
			return true
		}
	}
	return t.Kind == ByServer && (global || OfReceiver(xs[0]) || Captured(xs[0])) || m.Called && t.Kind == ByOthers && (OfReceiver(xs[0]) || global)
}

// follows reports whether a path leads from the start of a goroutine to another
// instruction, on which nothing waits for goroutines, with the same object.
func follows(start, to ssa.Instruction, obj ssa.Value) bool {
	if _, last := start.(*ssa.Defer); last {
		return false // it is started when the function has returned
	}
	if _, deferred := to.(*ssa.Defer); !deferred {
		return order.LeadsUnwaited(start, to, obj, nil)
	}
	for _, b := range start.Parent().Blocks {
		for _, instr := range b.Instrs {
			if _, end := instr.(*ssa.RunDefers); end && order.LeadsUnwaited(start, instr, obj, nil) {
				return true
			}
		}
	}
	return false
}

// WaitedIn reports whether a goroutine has waited for something before the access, on every path.
func WaitedIn(frames []Frame) bool {
	for i := len(frames) - 1; i >= 0; i-- {
		if frames[i].Start {
			return false
		}
		if at := order.Happens(frames[i].At); order.WaitedBefore(frames[i].F, at) {
			return true
		}
	}
	return false
}
