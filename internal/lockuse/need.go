package lockuse

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Need returns where the goroutine that reaches instr may acquire, before that, a lock that
// hold keeps from it: in the function around instr before it, or in those that call that. A
// deferred instr has the whole function before it, unless it is registered under a
// condition.
func Need(p *lockset.Package, instr ssa.Instruction, hold lockset.Hold) (token.Pos, bool) {
	return need(p, instr, hold, made(instr), 3)
}

// need is Need for what reaches instr, which may be a call that leads to an operation on channels.
func need(p *lockset.Package, instr ssa.Instruction, hold lockset.Hold, channels []*ssa.MakeChan, depth int) (token.Pos, bool) {
	f := p.ByFunc[instr.Parent()]
	if f == nil || depth == 0 {
		return token.NoPos, false
	}
	found := token.NoPos
	d, deferred := instr.(*ssa.Defer)
	if deferred && !lockset.DominatesReturns(d) {
		return token.NoPos, false // a goroutine that reaches the acquisition may not have registered it
	}
	f.Walk(func(at ssa.Instruction, held lockset.State) {
		if at == instr {
			for _, h := range held.Held() {
				if h.Key == hold.Key && !(h.Read && hold.Read) {
					found = h.Pos
				}
			}
		}
		call, ok := at.(ssa.CallInstruction)
		if ok && !found.IsValid() && before(at, instr) && takes(p, call.Common(), hold) && !unshared(channels, at) {
			found = at.Pos()
		}
	})
	if found.IsValid() {
		return found, true
	}
	return needOfCallers(p, f, hold, channels, depth)
}

// before reports whether a call of the function around instr may run in its goroutine before instr does.
func before(at, instr ssa.Instruction) bool {
	_, deferred := instr.(*ssa.Defer)
	if at == instr || !deferred && !lockset.Precedes(at, instr) {
		return false
	}
	if _, later := at.(*ssa.Defer); later && (!deferred || lockset.Precedes(at, instr)) {
		return false // runs after instr
	}
	_, started := at.(*ssa.Go)
	return !started
}

// NeedInLoop is Need for the loop around instr alone, which comes back to it.
func NeedInLoop(p *lockset.Package, instr ssa.Instruction, hold lockset.Hold) (token.Pos, bool) {
	f, found := p.ByFunc[instr.Parent()], token.NoPos
	if f == nil {
		return token.NoPos, false
	}
	loop := lockset.Backward(instr.Block())
	f.Walk(func(at ssa.Instruction, _ lockset.State) {
		call, ok := at.(*ssa.Call)
		if ok && !found.IsValid() && loop.Has(at.Block()) && lockset.Precedes(instr, at) && takes(p, &call.Call, hold) {
			found = at.Pos()
		}
	})
	return found, found.IsValid()
}

// needOfCallers asks the same about all calls of f that are not the start of its
// goroutine.
func needOfCallers(p *lockset.Package, f *lockset.Func, hold lockset.Hold, channels []*ssa.MakeChan, depth int) (token.Pos, bool) {
	found := token.NoPos
	for _, s := range f.Sites {
		if s.Start {
			return token.NoPos, false
		}
		pos, ok := need(p, s.Instr, hold, channels, depth-1)
		if !ok {
			return token.NoPos, false
		}
		found = pos
	}
	return found, found.IsValid() && !f.AsValue()
}

// takes reports whether a call may wait for the lock of hold.
func takes(p *lockset.Package, call *ssa.CallCommon, hold lockset.Hold) bool {
	if ops, ok := p.Direct(call); ok {
		op := ops[0]
		return op.Acquire && !op.Try && op.Key == hold.Key && !(op.Read && hold.Read)
	}
	s := p.SummaryOf(call)
	if s == nil {
		return false
	}
	deep := slices.ContainsFunc(s.Effects, func(e lockset.Effect) bool {
		return e.Acquire && !e.Permit && e.Key == hold.Key && !(e.Read && hold.Read)
	})
	return deep || !hold.Read && slices.Contains(s.Takes, hold.Key)
}

// A Blocking is an instruction that may wait while a lock is held.
type Blocking struct {
	Func  *lockset.Func
	Instr ssa.Instruction // *ssa.Send, *ssa.UnOp or a call
	Holds []lockset.Hold
	By    *ssa.Call // the call that leads to it, where Func calls a function that holds nothing itself
}

// At returns the instruction of Func that blocks: Instr, or the call that leads to it.
func (b Blocking) At() ssa.Instruction {
	if b.By != nil {
		return b.By
	}
	return b.Instr
}

// Blockings returns the instructions that match and run under a lock for sure,
// in the order of functions.
func Blockings(p *lockset.Package, match func(ssa.Instruction) bool) []Blocking {
	var list []Blocking
	for _, f := range p.Funcs {
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			if len(held) == 0 || !match(instr) {
				return
			}
			holds := slices.DeleteFunc(held.Held(), func(h lockset.Hold) bool { return h.Key == "" || p.Unshared(h.Root, instr) })
			if len(holds) > 0 {
				list = append(list, Blocking{Func: f, Instr: instr, Holds: holds})
			}
		})
	}
	return list
}

// CondLock returns the key of the lock that a condition variable of the package
// was made with, "" when that is not the same everywhere.
func CondLock(p *lockset.Package, cond string) string {
	key := ""
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				store, ok := instr.(*ssa.Store)
				if !ok || p.Place(store.Addr).Key != cond {
					continue
				}
				call, ok := store.Val.(*ssa.Call)
				if !ok || len(call.Call.Args) != 1 || p.Place(call.Call.Args[0]).Key == "" {
					return ""
				}
				if made := p.Place(call.Call.Args[0]).Key; key != "" && key != made {
					return ""
				} else {
					key = made
				}
			}
		}
	}
	return key
}
