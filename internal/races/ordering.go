package races

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// How sure it is that nothing orders two accesses.
const (
	ordered = iota
	perhaps // a call whose body is not known may wait
	unsynchronized
)

// unordered reports whether a path leads from the start of a goroutine with one access to
// another access, or the start of the goroutine that makes it, on which nothing waits for
// the first.
func unordered(p *lockset.Package, v ssa.Value, a, b *capture) int {
	if a.start == nil || a.at == nil || b.at == nil {
		return ordered
	}
	maker, _ := v.(ssa.Instruction)
	o := &ordering{p: p, from: a.at, to: b.at, maker: maker, start: a.start, alike: a.at == b.at, single: a.part == single}
	switch {
	case o.open(false):
		return unsynchronized
	case o.open(true):
		return perhaps
	}
	return ordered
}

// An ordering looks for paths from the start of a goroutine to an instruction of its
// starter.
type ordering struct {
	p        *lockset.Package
	from, to ssa.Instruction
	maker    ssa.Instruction // of the variable: a new one ends the path
	start    *lockset.Func   // what the goroutine runs, nil if that is not known
	alike    bool            // to is the same start
	single   bool            // the accesses are those of methods that only one goroutine may call
}

// open reports whether there is a path without a wait for the goroutine. If calls is set,
// calls that may wait do not end it.
func (o *ordering) open(calls bool) bool {
	seen := make(lockset.BlockSet, len(o.from.Parent().Blocks))
	var follow func(b *ssa.BasicBlock, index int) bool
	follow = func(b *ssa.BasicBlock, index int) bool {
		for _, instr := range b.Instrs[index:] {
			switch {
			case instr == o.to:
				return true
			case o.maker != nil && instr == o.maker, o.waits(instr, calls):
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
	b := o.from.Block()
	return follow(b, slices.Index(b.Instrs, o.from)+1)
}

// waits reports whether an instruction waits for what the goroutine does.
func (o *ordering) waits(instr ssa.Instruction, calls bool) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && o.wokenBy(instr.X, calls)
	case *ssa.Send:
		return !calls && o.takes(instr.Chan)
	case *ssa.Call:
		if o.p.Starts(instr) {
			return false
		}
		fn, _ := o.p.Target(&instr.Call)
		switch {
		case fn != nil && catalog.Joins[callmatch.Name(fn)]:
			return true
		case fn != nil && (catalog.WaitGroupMethods[callmatch.Name(fn)] != "" || catalog.Accepts[callmatch.Name(fn)] || fn.Pkg() != nil && fn.Pkg().Path() == "context"):
			return false
		case fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic":
			return !calls && !o.alike
		case o.p.Callee(&instr.Call) != nil:
			return o.joinsIn(o.p.Callee(&instr.Call), 2) || !calls && syncsIn(o.p, o.p.Callee(&instr.Call).SSA, 1)
		case (o.alike || o.single) && fn != nil:
			return !calls && o.handsWait(&instr.Call)
		}
		return !calls && mayWait(o.p, &instr.Call, 3)
	}
	return false
}

// handsWait reports whether a call is passed something to wait for.
func (o *ordering) handsWait(call *ssa.CallCommon) bool {
	_, args := o.p.Target(call)
	return slices.ContainsFunc(args, func(arg ssa.Value) bool {
		named := callmatch.TypeName(callmatch.Deref(arg.Type()))
		_, isChan := arg.Type().Underlying().(*types.Chan)
		_, isFunc := arg.Type().Underlying().(*types.Signature)
		return isChan || isFunc || named == "sync.WaitGroup" || named == "sync.Cond"
	})
}

// waitsInCase reports whether a branch leads into the case of a select that waits for the goroutine.
func (o *ordering) waitsInCase(b *ssa.BasicBlock, calls bool) bool {
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
func (o *ordering) wokenBy(ch ssa.Value, calls bool) bool {
	if call, ok := ch.(*ssa.Call); ok {
		if fn, _ := o.p.Target(&call.Call); fn != nil && callmatch.Name(fn) == "(context.Context).Done" {
			return o.start == nil || o.does(o.start, 3, defersCancel) || !calls && o.does(o.start, 3, cancels)
		}
	}
	if chanOf(ch, "time.Time") || chanOf(ch, "os.Signal") {
		return false
	}
	if o.alike && o.isSemaphore(ch) {
		return false
	}
	return o.start == nil || o.does(o.start, 3, func(instr ssa.Instruction) bool { return sends(instr, ch.Type()) })
}

// takes reports whether a send on a channel may wait until the goroutine has received.
func (o *ordering) takes(ch ssa.Value) bool {
	if o.alike && o.isSemaphore(ch) {
		return false
	}
	return o.start == nil || o.does(o.start, 3, func(instr ssa.Instruction) bool { return receives(instr, ch.Type()) })
}

// isSemaphore reports whether several goroutines may have a place in a channel.
func (o *ordering) isSemaphore(ch ssa.Value) bool {
	mk, ok := o.p.Place(ch).Root.(*ssa.MakeChan)
	return ok && !lockset.SizeIs(mk, 0) && !lockset.SizeIs(mk, 1)
}

// keepsOut reports whether something on every path to an instruction may let only one goroutine get
// there: a lock of a type that is not known, or an atomic operation that asks for a turn.
func keepsOut(p *lockset.Package, at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if fn, _ := p.Target(&call.Call); fn != nil && asksTurn(fn) {
				return true
			}
		}
	}
	return false
}

// asksTurn reports whether a function lets one goroutine at a time have something. An atomic operation
// cannot fail: a Load with an error result fetches something.
func asksTurn(fn *types.Func) bool {
	begins := func(word string) bool { return strings.HasPrefix(fn.Name(), word) }
	return slices.ContainsFunc(turns, begins) || !callmatch.CanFail(fn.Signature()) && slices.ContainsFunc(atomicTurns, begins)
}

// turns and atomicTurns begin the names of functions after which a goroutine has something alone.
var (
	turns       = []string{"Lock", "TryLock", "Acquire"}
	atomicTurns = []string{"CompareAndSwap", "CAS", "Swap", "Load"}
)

// hasToken reports whether a function has the only place of a channel at an instruction: it has sent
// there, or received, on every path.
func hasToken(p *lockset.Package, at ssa.Instruction) bool {
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == at {
				break
			}
			var ch ssa.Value
			switch instr := instr.(type) {
			case *ssa.Send:
				ch = instr.Chan
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					ch = instr.X
				}
			}
			if ch == nil {
				continue
			}
			if mk, ok := p.Place(ch).Root.(*ssa.MakeChan); ok && lockset.SizeIs(mk, 1) {
				return true
			}
		}
	}
	return false
}

// joinsIn reports whether a function of the package waits for the goroutine.
func (o *ordering) joinsIn(f *lockset.Func, depth int) bool {
	return o.does(f, depth, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.UnOp:
			return instr.Op == token.ARROW && o.wokenBy(instr.X, true)
		case *ssa.Select:
			return instr.Blocking
		case *ssa.Call:
			fn, _ := o.p.Target(&instr.Call)
			return fn != nil && catalog.Joins[callmatch.Name(fn)]
		}
		return false
	})
}

// does reports whether a function, its literals, or what it calls in the package, has such an
// instruction.
func (o *ordering) does(f *lockset.Func, depth int, is func(ssa.Instruction) bool) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		if is(instr) {
			return true
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || depth == 0 {
			continue
		}
		if callee := o.p.Callee(call.Common()); callee != nil && callee != f && o.does(callee, depth-1, is) {
			return true
		}
	}
	return false
}

func sends(instr ssa.Instruction, ch types.Type) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return sameElem(instr.Chan.Type(), ch)
	case *ssa.Select:
		return slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool {
			return s.Dir == types.SendOnly && sameElem(s.Chan.Type(), ch)
		})
	case ssa.CallInstruction:
		b, ok := instr.Common().Value.(*ssa.Builtin)
		if ok {
			return b.Name() == "close" && sameElem(instr.Common().Args[0].Type(), ch)
		}
		return slices.ContainsFunc(instr.Common().Args, func(arg ssa.Value) bool { return sameElem(arg.Type(), ch) })
	}
	return receives(instr, ch)
}

func receives(instr ssa.Instruction, ch types.Type) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.ARROW && sameElem(instr.X.Type(), ch)
	case *ssa.Select:
		return slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool {
			return s.Dir == types.RecvOnly && sameElem(s.Chan.Type(), ch)
		})
	}
	return false
}

func sameElem(a, b types.Type) bool {
	x, ok := a.Underlying().(*types.Chan)
	y, also := b.Underlying().(*types.Chan)
	return ok && also && types.Identical(x.Elem(), y.Elem())
}

// cancels reports whether an instruction calls what ends a context, or passes it on.
func cancels(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	isCancel := func(v ssa.Value) bool {
		name := callmatch.TypeName(v.Type())
		return name == "context.CancelFunc" || name == "context.CancelCauseFunc"
	}
	return isCancel(call.Common().Value) || slices.ContainsFunc(call.Common().Args, isCancel)
}

func defersCancel(instr ssa.Instruction) bool {
	_, deferred := instr.(*ssa.Defer)
	return deferred && cancels(instr)
}

// chanOf reports whether a channel carries values of a type.
func chanOf(ch ssa.Value, elem string) bool {
	c, ok := ch.Type().Underlying().(*types.Chan)
	return ok && callmatch.TypeName(c.Elem()) == elem
}
