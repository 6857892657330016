package atomicity

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/guard"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// staleTest returns the act of a function that refuses to act because of what one method returns, and
// then calls another one that writes the same without testing; each of them acquires the lock:
//
//	if s.taken(name) { return ErrTaken }
//	s.take(name)
//
// or that stores what it has made because the first one has found nothing.
func staleTest(p *lockset.Package, g *guard.Guard, w *access.Access, s lockset.Site) (StaleAct, bool) {
	hold, ok := w.Holds(g.Path(w))
	owner, known := holding.InCaller(w.Func, w.Owner, s)
	if !ok || !known || s.Start || s.Value || !w.Func.Encloses(hold.Pos) || hold.Callee != nil || testsAgain(g, w) || holdsAny(s) {
		return StaleAct{}, false
	}
	for _, r := range g.LockedReads {
		if h, ok := r.Holds(g.Path(r)); r.Func == w.Func || r.Content != w.Content || !ok || !r.Func.Encloses(h.Pos) || !answersWith(p, r) {
			continue
		}
		for _, test := range r.Func.Sites {
			of, known := holding.InCaller(r.Func, r.Owner, test)
			if test.Caller != s.Caller || test.Start || !known || of != owner || !lockset.Precedes(test.Instr, s.Instr) ||
				!sameArgument(r, test, w, s) || !refusesBefore(p, test.Instr, s.Instr) && !createdOnMiss(p, test.Instr, w, s) {
				continue
			}
			act := StaleAct{Access: w, Guard: g, Read: r, Hold: hold, Call: s.Instr, Test: test.Instr, Alone: !lockset.Together(s.Caller, s.Caller)}
			if !s.Caller.Known() {
				act.Doubts = append(act.Doubts, verdict.MaybeHeld.At(s.Instr.Pos()))
			}
			if s.Caller.Initializes() {
				act.Doubts = append(act.Doubts, verdict.BeforeSharing.At(s.Instr.Pos()))
			}
			return act, true
		}
	}
	return StaleAct{}, false
}

// testsAgain reports whether the function of a write reads the field for more than to compute what it
// writes.
func testsAgain(g *guard.Guard, w *access.Access) bool {
	return slices.ContainsFunc(g.LockedReads, func(r *access.Access) bool { return r.Func == w.Func && !feeds(r, w) })
}

// holdsAny reports whether the caller may hold some lock at a call.
func holdsAny(s lockset.Site) bool {
	return len(s.Caller.At(s.Instr)) > 0
}

// answersWith reports whether a function returns what it reads, or what it makes of that.
func answersWith(p *lockset.Package, r *access.Access) bool {
	from := func(v ssa.Value) bool { return derives(p, v, r.Instr, 6) }
	for instr := range ssaflow.Instrs(r.Func.SSA) {
		switch instr := instr.(type) {
		case *ssa.Return:
			if slices.ContainsFunc(instr.Results, from) {
				return true
			}
		case *ssa.Store:
			if alloc, ok := instr.Addr.(*ssa.Alloc); ok && origin.IsResult(alloc) && from(instr.Val) {
				return true
			}
		}
	}
	return false
}

// sameArgument reports whether the two calls are about one key, or neither is about elements.
func sameArgument(r *access.Access, test lockset.Site, w *access.Access, s lockset.Site) bool {
	update, isUpdate := w.Instr.(*ssa.MapUpdate)
	lookup, isLookup := r.Instr.(*ssa.Lookup)
	if !isUpdate || !isLookup {
		_, isStore := w.Instr.(*ssa.Store)
		return isStore && !w.Content && !r.Content
	}
	key, other := passed(r.Func, test, lookup.Index), passed(w.Func, s, update.Key)
	if key == nil || other == nil {
		return false
	}
	name := s.Caller.Pkg.Pure(key, 4)
	return key == other || name != "" && name == s.Caller.Pkg.Pure(other, 4)
}

// passed returns what a call passes for a parameter, nil for another value.
func passed(f *lockset.Func, s lockset.Site, v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if cell, ok := load.X.(*ssa.Alloc); ok {
			v = ssaflow.OnlyStore(cell) // a parameter that a literal captures
		}
	}
	param, ok := v.(*ssa.Parameter)
	_, args := f.Pkg.Target(s.Instr.Common())
	if i := slices.Index(f.SSA.Params, param); ok && i >= 0 && i < len(args) {
		return args[i]
	}
	return nil
}

// refusesBefore reports whether the function fails, or returns a constant that says so, because of what
// a call has returned, and else comes to an instruction.
func refusesBefore(p *lockset.Package, test, at ssa.Instruction) bool {
	reach := lockset.Backward(at.Block())
	return slices.ContainsFunc(at.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		branch, ok := lockset.LastOf(b).(*ssa.If)
		return ok && reach.Has(b) && slices.ContainsFunc(b.Succs, func(succ *ssa.BasicBlock) bool {
			return !reach.Has(succ) && (failsFrom(succ) || saysNo(succ))
		}) && derives(p, branch.Cond, test, 6)
	})
}

// saysNo reports whether a block returns false, alone or beside a nil error.
func saysNo(b *ssa.BasicBlock) bool {
	ret, ok := lockset.LastOf(b).(*ssa.Return)
	return ok && slices.ContainsFunc(ret.Results, func(v ssa.Value) bool {
		answer, ok := v.(*ssa.Const)
		return ok && types.Identical(answer.Type().Underlying(), types.Typ[types.Bool]) && !constant.BoolVal(answer.Value)
	})
}
