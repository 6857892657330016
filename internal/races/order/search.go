package order

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Search looks for paths from the start of a goroutine to an instruction of its
// starter.
type Search struct {
	P        *lockset.Package
	From, To ssa.Instruction
	Maker    ssa.Instruction // of the variable: a new one ends the path
	Start    *lockset.Func   // what the goroutine runs, nil if that is not known
	Alike    bool            // to is the same start
	Single   bool            // the accesses are those of methods that only one goroutine may call
}

// Open reports whether there is a path without a wait for the goroutine. If calls is set,
// calls that may wait do not end it.
func (o *Search) Open(calls bool) bool {
	seen := make(lockset.BlockSet, len(o.From.Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch {
			case instr == o.To:
				return true
			case o.Maker != nil && instr == o.Maker, o.waitsAt(instr, calls):
				return false
			}
		}
		for i, succ := range b.Succs {
			if seen.Has(succ) || i == 0 && o.waitsInCase(b, calls) {
				continue
			}
			seen[succ.Index] = true
			if follow(succ, 0) {
				return true
			}
		}
		return false
	}
	b := o.From.Block()
	return follow(b, slices.Index(b.Instrs, o.From)+1)
}

// waitsAt reports whether an instruction waits for what the goroutine does.
func (o *Search) waitsAt(instr ssa.Instruction, calls bool) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && o.wokenBy(instr.X, calls)
	case *ssa.Send:
		return !calls && o.takes(instr.Chan)
	case *ssa.Call:
		if o.P.Starts(instr) {
			return false
		}
		fn, _ := o.P.Target(&instr.Call)
		switch {
		case fn != nil && catalog.Joins[callmatch.Name(fn)]:
			return true
		case fn != nil && (catalog.WaitGroupMethods[callmatch.Name(fn)] != "" || catalog.Accepts[callmatch.Name(fn)] || fn.Pkg() != nil && fn.Pkg().Path() == "context"):
			return false
		case fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic":
			return !calls && !o.Alike
		case o.P.Callee(&instr.Call) != nil:
			return o.joinsIn(o.P.Callee(&instr.Call), 2) || !calls && syncsIn(o.P, o.P.Callee(&instr.Call).SSA, 1)
		case (o.Alike || o.Single) && fn != nil:
			return !calls && o.handsWait(&instr.Call)
		}
		return !calls && mayWait(o.P, &instr.Call, 3)
	}
	return false
}

// handsWait reports whether a call is passed something to wait for.
func (o *Search) handsWait(call *ssa.CallCommon) bool {
	_, args := o.P.Target(call)
	return slices.ContainsFunc(args, func(arg ssa.Value) bool {
		named := callmatch.TypeName(callmatch.Deref(arg.Type()))
		_, isChan := arg.Type().Underlying().(*types.Chan)
		_, isFunc := arg.Type().Underlying().(*types.Signature)
		return isChan || isFunc || named == "sync.WaitGroup" || named == "sync.Cond"
	})
}

// waitsInCase reports whether a branch leads into the case of a select that waits for the goroutine.
func (o *Search) waitsInCase(b *ssa.BasicBlock, calls bool) bool {
	branch, ok := lockset.LastOf(b).(*ssa.If)
	if !ok {
		return false
	}
	cmp, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	sel, i, ok := ssaflow.SelectCase(cmp)
	if !ok {
		return false
	}
	if sel.States[i].Dir == types.SendOnly {
		return o.takes(sel.States[i].Chan)
	}
	return o.wokenBy(sel.States[i].Chan, calls)
}

// wokenBy reports whether a receive from a channel may wait for the goroutine: it, or what it calls,
// sends on one of that type or closes one, or it ends the context. A context that it ends on some
// path only is a call that may wait.
func (o *Search) wokenBy(ch ssa.Value, calls bool) bool {
	if call, ok := ch.(*ssa.Call); ok {
		if fn, _ := o.P.Target(&call.Call); fn != nil && callmatch.Name(fn) == "(context.Context).Done" {
			return o.Start == nil || o.does(o.Start, 3, true, defersCancel) || !calls && o.does(o.Start, 3, true, cancels)
		}
	}
	if chanOf(ch, "time.Time") || chanOf(ch, "os.Signal") {
		return false
	}
	if o.Alike && o.isSemaphore(ch) {
		return false
	}
	return o.Start == nil || o.does(o.Start, 3, true, func(instr ssa.Instruction) bool { return sends(instr, ch.Type()) })
}

// takes reports whether a send on a channel may wait until the goroutine has received.
func (o *Search) takes(ch ssa.Value) bool {
	if o.Alike && o.isSemaphore(ch) {
		return false
	}
	return o.Start == nil || o.does(o.Start, 3, true, func(instr ssa.Instruction) bool { return receives(instr, ch.Type()) })
}

// isSemaphore reports whether several goroutines may have a place in a channel.
func (o *Search) isSemaphore(ch ssa.Value) bool {
	mk, ok := o.P.Place(ch).Root.(*ssa.MakeChan)
	return ok && !lockset.SizeIs(mk, 0) && !lockset.SizeIs(mk, 1)
}

// joinsIn reports whether a function of the package waits for the goroutine.
func (o *Search) joinsIn(f *lockset.Func, depth int) bool {
	return o.does(f, depth, false, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			return instr.Op == token.ARROW && o.wokenBy(instr.X, true)
		case *ssa.Select:
			return instr.Blocking
		case *ssa.Call:
			fn, _ := o.P.Target(&instr.Call)
			return fn != nil && catalog.Joins[callmatch.Name(fn)]
		}
		return false
	})
}

// does reports whether a function, or what it calls in the package, has such an instruction, or what it
// starts in a goroutine, if that counts: what a goroutine waits for, its starter does not wait for.
func (o *Search) does(f *lockset.Func, depth int, started bool, is func(ssa.Instruction) bool) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		if is(instr) {
			return true
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || depth == 0 || !started && o.P.Starts(call) {
			continue
		}
		if callee := o.P.Callee(call.Common()); callee != nil && callee != f && o.does(callee, depth-1, started, is) {
			return true
		}
	}
	return false
}
