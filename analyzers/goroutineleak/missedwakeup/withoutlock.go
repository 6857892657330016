package missedwakeup

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A flagWait is a loop that tests something without a lock of its own before it waits for a condition variable.
type flagWait struct {
	wait ssa.CallInstruction
	asked
	cond *types.Var
	lock lockset.Hold // that Wait releases
}

// reportWithoutLock reports
//
//	q.closed.Store(true) // q.mu is not held
//	q.cond.Broadcast()   // between the test and the Wait of a worker, which blocks after it
//
// where a loop around Wait tests the flag: only the lock keeps the wake-up from coming between the two. So it is with
// a channel that is closed, and with a context that ends. Silent where the lock is held at the change, or at the
// wake-up, or acquired between the two.
func reportWithoutLock(p *check.Pass) {
	if !waitsOnCond(p) {
		return
	}
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, w := range flagWaits(model, ssaflow.Of(p.Pass)) {
		for _, f := range model.Funcs {
			change, wake := w.changed(f)
			if change != nil && (w.locked(f) || f.Contract()) {
				continue
			}
			if change == nil {
				change, wake = w.atEnd(f)
			}
			if change != nil && !p.Quiet(change.Pos()) {
				w.report(p, change, wake)
			}
		}
	}
}

// waitsOnCond reports whether the package waits for a condition variable.
func waitsOnCond(p *check.Pass) bool {
	for _, to := range calls.All(p.Pass) {
		if catalog.CondMethods[to.Name] == "wait" {
			return true
		}
	}
	return false
}

// flagWaits returns one for each flag.
func flagWaits(model *lockset.Package, flow *ssaflow.Flow) (list []*flagWait) {
	for _, f := range model.Funcs {
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			call, ok := instr.(*ssa.Call)
			if !ok || catalog.CondMethods[ssaflow.Callee(&call.Call)] != "wait" || !lockset.Loops(call.Block()) {
				return
			}
			cond, holds := onField(call.Call.Args[0]), held.Held()
			if cond == nil || len(holds) != 1 || holds[0].Key == "" {
				return
			}
			for test := range ssaflow.Instrs(f.SSA) {
				if !lockset.Loops(test.Block()) || !test.Block().Dominates(call.Block()) {
					continue
				}
				if what := askedBy(flow, test); what != nil {
					list = append(list, &flagWait{call, *what, cond, holds[0]})
				}
			}
		})
	}
	return list
}

// onField returns the field that holds a condition variable, or a pointer to it.
func onField(v ssa.Value) *types.Var {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if addr, ok := v.(*ssa.FieldAddr); ok {
		return ssaflow.Field(addr)
	}
	return nil
}

// changed returns the operation by which a function changes the flag, and the one by which it wakes the waiters after
// that.
func (w *flagWait) changed(f *lockset.Func) (change, wake ssa.Instruction) {
	for instr := range ssaflow.Instrs(f.SSA) {
		if w.changes(instr) {
			change = instr
		}
	}
	if change == nil {
		return nil, nil
	}
	for instr := range ssaflow.Instrs(f.SSA) {
		if w.wakes(instr) && (lockset.Precedes(change, instr) || isDeferred(instr)) {
			return change, instr
		}
	}
	return nil, nil
}

func isDeferred(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Defer)
	return ok
}

// wakes reports whether an instruction wakes the waiters, in the goroutine that gets to it.
func (w *flagWait) wakes(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if _, started := instr.(*ssa.Go); !ok || started {
		return false
	}
	return catalog.CondMethods[ssaflow.Callee(call.Common())] == "wake" && onField(call.Common().Args[0]) == w.cond
}

// locked reports whether the function may hold the lock of the condition variable, or acquires it, anywhere.
func (w *flagWait) locked(f *lockset.Func) bool { return !f.Known() || w.acquired(f) }

// acquired reports whether the function holds or acquires the lock.
func (w *flagWait) acquired(f *lockset.Func) (found bool) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		found = found || slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == w.lock.Key || h.Key == "" })
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		if _, started := instr.(*ssa.Go); started {
			return
		}
		for _, op := range f.Pkg.Ops(call.Common()) {
			found = found || op.Acquire && (op.Key == w.lock.Key || op.Key == "")
		}
		if s := f.Pkg.SummaryOf(call.Common()); s != nil {
			found = found || slices.Contains(s.Takes, w.lock.Key)
		}
	})
	return found
}

func (w *flagWait) report(p *check.Pass, change, wake ssa.Instruction) {
	cur, ok := ssainstr.CursorAt(p, change.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil)) {
		lock := w.lock.Key[strings.LastIndexByte(w.lock.Key, '.')+1:]
		if lock == "L" {
			lock = w.cond.Name() + ".L"
		}
		how := "changes"
		if w.ends != nil {
			how = "ends"
		}
		p.Report(check.Finding{
			At: c.Node(),
			Message: fmt.Sprintf("wake-up is lost between the test of %s at line %d and the Wait at line %d: %s is not held while it %s here",
				w.name, p.Line(w.test.Pos()), p.Line(w.wait.Pos()), lock, how),
			Trace: []check.Hop{{Pos: w.test.Pos(), Message: "tested here"}, {Pos: w.wait.Pos(), Message: "blocked here"}},
			Fix:   w.fix(p, change, wake),
		})
		return
	}
}
