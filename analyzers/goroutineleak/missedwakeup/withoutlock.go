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
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A flagWait is a loop that tests an atomic flag before it waits for a condition variable.
type flagWait struct {
	wait ssa.CallInstruction
	test *ssa.Call
	flag *types.Var
	cond *types.Var
	lock lockset.Hold // that Wait releases
}

// reportWithoutLock reports
//
//	q.closed.Store(true) // q.mu is not held
//	q.cond.Broadcast()   // between the test and the Wait of a worker, which blocks after it
//
// where a loop around Wait tests the flag: only the lock keeps the wake-up from coming between the two. Silent where
// the lock is held at the change, or at the wake-up, or acquired between the two.
func reportWithoutLock(p *check.Pass) {
	if !waitsOnCond(p) {
		return
	}
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, w := range flagWaits(model) {
		for _, f := range model.Funcs {
			change := w.changed(f)
			if change == nil || p.Quiet(change.Pos()) || w.locked(f) || f.Contract() {
				continue
			}
			w.report(p, change)
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
func flagWaits(model *lockset.Package) (list []*flagWait) {
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
			for other := range ssaflow.Instrs(f.SSA) {
				test, ok := other.(*ssa.Call)
				if flag := atomicFlag(test, ok, "Load"); flag != nil && lockset.Loops(test.Block()) && test.Block().Dominates(call.Block()) && decides(test) {
					list = append(list, &flagWait{call, test, flag, cond, holds[0]})
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

// atomicFlag returns the field of an atomic operation of that name.
func atomicFlag(call *ssa.Call, ok bool, ops ...string) *types.Var {
	if !ok || len(call.Call.Args) == 0 {
		return nil
	}
	name := ssaflow.Callee(&call.Call)
	if !strings.Contains(name, "sync/atomic.") || !slices.ContainsFunc(ops, func(op string) bool { return strings.Contains(name[strings.LastIndexByte(name, '.'):], op) }) {
		return nil
	}
	addr, ok := call.Call.Args[0].(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return ssaflow.Field(addr)
}

// decides reports whether a branch depends on a value, itself or compared with another.
func decides(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.If:
			return true
		case *ssa.BinOp, *ssa.UnOp:
			return decides(ref.(ssa.Value))
		}
		return false
	})
}

// changed returns the operation by which a function changes the flag, where it wakes the waiters after that.
func (w *flagWait) changed(f *lockset.Func) *ssa.Call {
	var change *ssa.Call
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if atomicFlag(call, ok, "Store", "Swap", "Add", "Or", "And") == w.flag {
			change = call
		}
	}
	if change == nil {
		return nil
	}
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); ok && !started && w.wakes(call.Common()) && (lockset.Precedes(change, instr) || isDeferred(instr)) {
			return change
		}
	}
	return nil
}

func isDeferred(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Defer)
	return ok
}

func (w *flagWait) wakes(call *ssa.CallCommon) bool {
	return catalog.CondMethods[ssaflow.Callee(call)] == "wake" && onField(call.Args[0]) == w.cond
}

// locked reports whether the function holds or acquires the lock of the condition variable, anywhere.
func (w *flagWait) locked(f *lockset.Func) bool {
	found := !f.Known()
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		found = found || slices.ContainsFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == w.lock.Key || h.Key == "" })
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
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

func (w *flagWait) report(p *check.Pass, change *ssa.Call) {
	cur, ok := ssainstr.CursorAt(p, change.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		lock := w.lock.Key[strings.LastIndexByte(w.lock.Key, '.')+1:]
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("wake-up is lost between the test of %s at line %d and the Wait at line %d: %s is not held while it changes here",
				w.flag.Name(), p.Line(w.test.Pos()), p.Line(w.wait.Pos()), lock),
			Trace: []check.Hop{{Pos: w.test.Pos(), Message: "tested here"}, {Pos: w.wait.Pos(), Message: "blocked here"}},
			Fix:   w.fix(p, call, lock),
		})
		return
	}
}

// fix acquires the lock around the change, where that is a statement and the lock is beside the condition variable.
func (w *flagWait) fix(p *check.Pass, call *ast.CallExpr, lock string) *edit.Fix {
	cur, ok := ssainstr.CursorAt(p, call.Pos())
	if !ok || !strings.HasPrefix(w.lock.Fields, ".") || strings.Count(w.lock.Fields, ".") != 1 {
		return nil
	}
	op, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	flag, ok := op.X.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ExprStmt)(nil)) {
		stmt := c.Node().(*ast.ExprStmt)
		if stmt.X != ast.Expr(call) {
			return nil
		}
		mutex := p.Source(flag.X) + "." + lock
		e := p.Edit(stmt.Pos())
		e.Before(stmt, mutex+".Lock()")
		e.After(stmt, mutex+".Unlock()")
		return e.Fix("Acquire "+mutex+" for the change", "")
	}
	return nil
}
