package lockset

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Func is a function of the package with the states of its blocks.
type Func struct {
	SSA     *ssa.Function
	Summary Summary
	version int // of the summary

	Pkg      *Package
	Sites    []Site
	entry    State // what callers hold, while known
	Callers  knowledge
	Root     bool // callers are elsewhere, and hold nothing
	Uncalled bool // nothing in the package calls it
	ran      *runsElsewhere
	Resolved bool    // all calls of it as a value are among the sites
	InPlace  bool    // a literal that is only called, deferred or started where it stands
	in       []State // by index of the block
	Defers   []*ssa.Defer
	sure     map[*ssa.BasicBlock]bool // see unconditional

	boxed   bool // it is a method of an interface that importers may call
	invoked bool // a call through an interface is among the sites

	conditions *conditions // see asked
	contract   *bool       // see Contract
}

// run computes the states of all blocks from the one at the entry.
func (f *Func) run(entry State) {
	f.in = make([]State, len(f.SSA.Blocks))
	f.in[0] = entry.fork()
	work := []*ssa.BasicBlock{f.SSA.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		at := cursor{State: f.in[b.Index]}
		for _, instr := range b.Instrs {
			f.step(instr, &at, nil)
		}
		for i, succ := range b.Succs {
			edge := f.edge(b, i, at.State)
			changed := false
			if f.in[succ.Index], changed = f.in[succ.Index].join(edge); changed {
				work = append(work, succ)
			}
		}
	}
}

// Walk visits the instructions that are reached, each with the state before it.
// A deferred call is visited where it runs: at each return, in the order of
// execution. The state must not be kept or changed.
func (f *Func) Walk(visit func(instr ssa.Instruction, held State)) {
	if f.in == nil {
		f.run(f.entry)
	}
	for _, b := range f.SSA.Blocks {
		if f.in[b.Index] == nil {
			continue
		}
		at := cursor{State: f.in[b.Index]}
		for _, instr := range b.Instrs {
			f.step(instr, &at, visit)
		}
	}
}

// At returns the state before an instruction, nil if it is not reached. Of a deferred call it is what
// holds at any of the returns where it runs. The state must not be kept or changed.
func (f *Func) At(at ssa.Instruction) State {
	var found State
	if _, ok := at.(*ssa.Defer); ok {
		f.Walk(func(instr ssa.Instruction, held State) {
			if instr == at {
				found, _ = found.join(held)
			}
		})
		return found
	}
	if f.in == nil {
		f.run(f.entry)
	}
	b := at.Block()
	if at.Parent() != f.SSA || f.in[b.Index] == nil {
		return nil
	}
	here := cursor{State: f.in[b.Index]}
	for _, instr := range b.Instrs[:slices.Index(b.Instrs, at)] {
		f.step(instr, &here, nil)
	}
	return here.State
}

// step applies one instruction to the state before it.
func (f *Func) step(instr ssa.Instruction, at *cursor, visit func(ssa.Instruction, State)) {
	if _, ok := instr.(*ssa.RunDefers); ok {
		f.runDefers(instr.Block(), at, visit)
		return
	}
	if _, ok := instr.(*ssa.Defer); ok {
		return
	}
	if c, ok := instr.(*ssa.Call); ok {
		f.call(c, &c.Call, at, visit)
	} else {
		if visit != nil {
			visit(instr, at.State)
		}
		for _, op := range f.Pkg.PermitOps(instr) {
			f.apply(op, instr, at)
		}
	}
	if len(at.State) == 0 {
		return
	}
	if start, ok := instr.(*ssa.Go); ok {
		f.give(start, at)
	}
	f.renamed(instr, at)
}

// renamed takes the names from locks that mean other objects after instr: the next
// iteration of a loop computes another value, and a store puts one into a variable. What a
// variable held is still locked, whatever its name.
func (f *Func) renamed(instr ssa.Instruction, at *cursor) {
	v, isValue := instr.(ssa.Value)
	if store, ok := instr.(*ssa.Store); ok {
		if alloc, ok := store.Addr.(*ssa.Alloc); ok && f.Pkg.contents[alloc] != nil {
			v = f.Pkg.contents[alloc]
		}
	} else if !isValue || f.Pkg.standsFor[v] {
		return
	}
	if v == nil {
		return
	}
	name := ""
	for lock, h := range at.State {
		if lock.Root != v && name == "" && strings.Contains(lock.Fields, "[") {
			name = indexName(v)
		}
		if lock.Root != v && (name == "" || !strings.Contains(lock.Fields, name)) || isValue && h.Pos == instr.Pos() {
			continue
		}
		delete(at.change(), lock)
		if !isValue {
			at.change()[Lock{Path{nil, h.Key}, lock.Read}] = h.as(false, h.Some)
		}
	}
}

// runDefers applies the deferred calls that may have been registered before a return in
// block b.
func (f *Func) runDefers(b *ssa.BasicBlock, at *cursor, visit func(ssa.Instruction, State)) {
	if len(f.Defers) == 0 {
		return
	}
	before := Backward(b)
	for _, d := range slices.Backward(f.Defers) {
		if before.Has(d.Block()) {
			f.call(d, &d.Call, at, visit)
		}
	}
}

func (f *Func) call(instr ssa.CallInstruction, call *ssa.CallCommon, at *cursor, visit func(ssa.Instruction, State)) {
	if visit != nil {
		visit(instr, at.State)
	}
	for _, op := range f.Pkg.Ops(call) {
		f.apply(op, instr, at)
	}
	for _, op := range f.Pkg.PermitsOf(call) {
		f.apply(op, instr, at)
	}
}

// apply changes a state by one operation.
func (f *Func) apply(op Op, instr ssa.Instruction, at *cursor) {
	_, deferred := instr.(*ssa.Defer)
	switch {
	case !op.Net:
	case !op.Acquire && !op.Sure:
		if h, ok := at.State[op.Lock]; ok {
			at.change()[op.Lock] = h.as(false, h.Some) // the callee releases it on some of its paths
		}
	case !op.Acquire:
		if _, ok := at.State[op.Lock]; !ok {
			f.Pkg.alias(at, op)
		} else {
			delete(at.change(), op.Lock)
		}
	case !op.Try && !(deferred && !DominatesReturns(instr)):
		at.change()[op.Lock] = &Hold{Op: op, Pos: instr.Pos(), Must: !f.Pkg.releaseGiven(instr)}
	}
}

// alias treats a release of a lock that is not held by its name. It drops the lock that has
// another one: that of another load of the same variable, which a literal may change
// between the two. Failing that it may be any lock of the same variable or field, as that
// of an owner that is reached by two expressions.
func (p *Package) alias(at *cursor, op Op) {
	variable := func(v ssa.Value) *ssa.Alloc {
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			return p.Alloc(load.X)
		}
		return nil
	}
	of, found := variable(op.Root), false
	for lock := range at.State {
		if of != nil && lock.Fields == op.Fields && lock.Read == op.Read && variable(lock.Root) == of {
			delete(at.change(), lock)
			found = true
		}
	}
	for lock, h := range at.State {
		if !found && op.Key != "" && h.Key == op.Key && lock.Read == op.Read && h.Must {
			at.change()[lock] = h.as(false, h.Some)
		}
	}
}

// DominatesReturns reports whether a deferred call runs at every return that the
// function has in its source.
func DominatesReturns(instr ssa.Instruction) bool {
	for _, b := range instr.Parent().Blocks {
		if b == instr.Parent().Recover {
			continue
		}
		if _, ok := LastOf(b).(*ssa.Return); ok && !instr.Block().Dominates(b) {
			return false
		}
	}
	return true
}

// edge returns the state on the edge to the i-th successor: a successful TryLock holds the
// lock.
func (f *Func) edge(b *ssa.BasicBlock, i int, out State) State {
	branch, ok := LastOf(b).(*ssa.If)
	if !ok {
		return out
	}
	cond, want := branch.Cond, 0
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, want = not.X, 1-want
	}
	for _, op := range f.Pkg.permitsOn(cond, i == want) {
		out = out.fork()
		out[op.Lock] = &Hold{Op: op, Pos: cond.Pos(), Must: true}
	}
	call, ok := cond.(*ssa.Call)
	if !ok || i != want {
		return out
	}
	for _, op := range f.Pkg.Ops(&call.Call) {
		if op.Try && op.Acquire {
			out = out.fork()
			out[op.Lock] = &Hold{Op: op, Pos: call.Pos(), Must: true}
		}
	}
	return out
}

// Returns returns the blocks that end in a return, with their states after
// deferred calls.
func (f *Func) Returns() map[*ssa.Return]State {
	m := make(map[*ssa.Return]State)
	f.Walk(func(instr ssa.Instruction, held State) {
		if ret, ok := instr.(*ssa.Return); ok {
			m[ret] = held.fork()
		}
	})
	return m
}
