package waitwithoutadd

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportBeside reports the Add and the Wait of a group in a field that two methods make, which other
// goroutines may call at the same time:
//
//	func (q *Queue) Put(v V)    { q.mu.RLock(); defer q.mu.RUnlock(); q.pending.Add(1); q.in <- v }
//	func (q *Queue) WaitEmpty() { q.pending.Wait() }
//
// Silent where a lock orders the two, or the Add is in a critical section of a lock that the other method
// acquires before it waits: what it tests there may say that nothing waits.
func reportBeside(p *check.Pass, c *waitgroup.Counter) {
	if !c.V.IsField() || c.Open {
		return
	}
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, add := range slices.Concat(c.Adds, c.Gos) {
		a := useOf(model, add)
		if a == nil || p.Quiet(add.Expr.Pos()) {
			continue
		}
		for _, wait := range c.Waits {
			if w := useOf(model, wait); w != nil && a.meets(w) {
				a.report(p, w)
				return
			}
		}
	}
}

// A use is a call of a group's method with the locks that are held there.
type use struct {
	call  astindex.Call
	f     *lockset.Func
	top   *ssa.Function
	holds []lockset.Hold
}

// useOf returns a call as the model of the locks sees it, nil if it does not.
func useOf(model *lockset.Package, call astindex.Call) *use {
	for _, f := range model.Funcs {
		if f.SSA.Syntax() != call.In {
			continue
		}
		var u *use
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			if c, ok := instr.(*ssa.Call); ok && c.Pos() == call.Expr.Lparen {
				u = &use{call, f, f.Outermost(), held.Held()}
			}
		})
		return u
	}
	return nil
}

// meets reports whether nothing keeps the two apart that a lock or a name shows, and something says that
// the object is shared.
func (a *use) meets(w *use) bool {
	if a.top == w.top || a.top.Signature.Recv() == nil || w.top.Signature.Recv() == nil || a.f.Started() {
		return false
	}
	if a.top.Signature.Recv().Type().String() != w.top.Signature.Recv().Type().String() {
		return false
	}
	if a.readOnly(w) {
		return true
	}
	return isAPI(a.f) && isAPI(w.f) && w.top.Name() != "Wait" && !catalog.EndsByName(w.top.Name()) &&
		len(a.holds) > 0 && !a.excludes(w)
}

// isAPI reports whether f is a method that importers call.
func isAPI(f *lockset.Func) bool {
	obj := f.SSA.Object()
	return obj != nil && obj.Exported()
}

// readOnly reports whether the two hold the same lock, for reading only.
func (a *use) readOnly(w *use) bool {
	return slices.ContainsFunc(a.holds, func(h lockset.Hold) bool {
		return h.Read && h.Key != "" && !exclusive(a.holds, h.Key) && slices.ContainsFunc(w.states(), func(holds []lockset.Hold) bool {
			return !exclusive(holds, h.Key) && slices.ContainsFunc(holds, func(o lockset.Hold) bool { return o.Read && o.Key == h.Key })
		})
	})
}

// states returns what is held at a use, and what each of the callers holds that call the function around it.
func (w *use) states() [][]lockset.Hold {
	list := [][]lockset.Hold{w.holds}
	f := w.f.Pkg.ByFunc[w.top]
	if f == nil {
		return list
	}
	for _, s := range f.Sites {
		if held := s.Caller.At(s.Instr); held != nil {
			list = append(list, held.Held())
		}
	}
	return list
}

func exclusive(holds []lockset.Hold, key string) bool {
	return slices.ContainsFunc(holds, func(h lockset.Hold) bool { return h.Key == key && !h.Read })
}

// excludes reports whether the method that waits acquires a lock that the Add holds, before it waits.
func (a *use) excludes(w *use) bool {
	found := false
	w.f.Walk(func(instr ssa.Instruction, _ lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || found {
			return
		}
		found = slices.ContainsFunc(w.f.Pkg.Ops(call.Common()), func(op lockset.Op) bool {
			return op.Acquire && slices.ContainsFunc(a.holds, func(h lockset.Hold) bool { return h.Key == op.Key && !(h.Read && op.Read) })
		})
	})
	return found
}

func (a *use) report(p *check.Pass, w *use) {
	add, wait := a.call.Expr, w.call.Expr
	x := p.Source(waitgroup.Receiver(add))
	how := fmt.Sprintf("%s may be called while %s waits", a.top.Name(), w.top.Name())
	if a.readOnly(w) {
		how = "both hold the lock for reading only"
	}
	p.Report(check.Finding{
		At:      add,
		Message: fmt.Sprintf("the Wait at %s may return too early, or panic: %s.Add is not ordered before it, %s", p.Where(wait.Pos(), add.Pos()), x, how),
		Trace:   []check.Hop{{Pos: wait.Pos(), Message: "waits here"}},
		Doubts:  []check.Doubt{check.Doubting(verdict.CallOrder, a.since())},
	})
}

// since returns where the lock is acquired that is held at the Add.
func (a *use) since() token.Pos { return a.holds[0].Pos }
