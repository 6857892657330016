package lockstate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Need returns where the goroutine that reaches instr may acquire, before that, a lock that
// hold keeps from it: in the function around instr before it, or in those that call that. A
// deferred instr has the whole function before it, unless it is registered under a
// condition.
func (p *Package) Need(instr ssa.Instruction, hold Hold) (token.Pos, bool) {
	return p.need(instr, hold, 3)
}

func (p *Package) need(instr ssa.Instruction, hold Hold, depth int) (token.Pos, bool) {
	f := p.byFunc[instr.Parent()]
	if f == nil || depth == 0 {
		return token.NoPos, false
	}
	found := token.NoPos
	d, deferred := instr.(*ssa.Defer)
	if deferred && !dominatesReturns(d) {
		return token.NoPos, false // a goroutine that reaches the acquisition may not have registered it
	}
	f.Walk(func(at ssa.Instruction, held State) {
		if at == instr {
			for _, h := range held.Held() {
				if h.Key == hold.Key && !(h.Read && hold.Read) {
					found = h.Pos
				}
			}
		}
		call, ok := at.(ssa.CallInstruction)
		if !ok || at == instr || found.IsValid() || !deferred && !precedes(at, instr) {
			return
		}
		if _, later := at.(*ssa.Defer); later && (!deferred || precedes(at, instr)) {
			return // runs after instr
		}
		if _, started := at.(*ssa.Go); !started && p.takes(call.Common(), hold) {
			found = at.Pos()
		}
	})
	if found.IsValid() {
		return found, true
	}
	return p.needOfCallers(f, hold, depth)
}

// needOfCallers asks the same about all calls of f that are not the start of its
// goroutine.
func (p *Package) needOfCallers(f *Func, hold Hold, depth int) (token.Pos, bool) {
	found := token.NoPos
	for _, s := range f.sites {
		if s.start {
			return token.NoPos, false
		}
		pos, ok := p.need(s.instr, hold, depth-1)
		if !ok {
			return token.NoPos, false
		}
		found = pos
	}
	return found, found.IsValid() && !f.asValue()
}

// takes reports whether a call may wait for the lock of hold.
func (p *Package) takes(call *ssa.CallCommon, hold Hold) bool {
	if ops, ok := p.direct(call); ok {
		op := ops[0]
		return op.Acquire && !op.Try && op.Key == hold.Key && !(op.Read && hold.Read)
	}
	s := p.summaryOf(call)
	return s != nil && !hold.Read && slices.Contains(s.Takes, hold.Key)
}

// A Blocking is an instruction that may wait while a lock is held.
type Blocking struct {
	Func  *Func
	Instr ssa.Instruction // *ssa.Send, *ssa.UnOp or a call
	Holds []Hold
}

// Blockings returns the instructions that match and run under a lock for sure,
// in the order of functions.
func (p *Package) Blockings(match func(ssa.Instruction) bool) []Blocking {
	var list []Blocking
	for _, f := range p.Funcs {
		f.Walk(func(instr ssa.Instruction, held State) {
			if len(held) == 0 || !match(instr) {
				return
			}
			holds := slices.DeleteFunc(held.Held(), func(h Hold) bool { return h.Key == "" || p.unshared(h.Root, instr) })
			if len(holds) > 0 {
				list = append(list, Blocking{f, instr, holds})
			}
		})
	}
	return list
}

// Encloses reports whether pos is in f, or in the function around it if f is a
// literal.
func (f *Func) Encloses(pos token.Pos) bool { return f.encloses(pos) }

// CondLock returns the key of the lock that a condition variable of the package
// was made with, "" when that is not the same everywhere.
func (p *Package) CondLock(cond string) string {
	key := ""
	for _, f := range p.Funcs {
		for _, b := range f.SSA.Blocks {
			for _, instr := range b.Instrs {
				store, ok := instr.(*ssa.Store)
				if !ok || p.place(store.Addr).Key != cond {
					continue
				}
				call, ok := store.Val.(*ssa.Call)
				if !ok || len(call.Call.Args) != 1 || p.place(call.Call.Args[0]).Key == "" {
					return ""
				}
				if made := p.place(call.Call.Args[0]).Key; key != "" && key != made {
					return ""
				} else {
					key = made
				}
			}
		}
	}
	return key
}
