package lockset

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Search follows the paths from what a call does to a lock.
type Search struct {
	F      *Func
	At     *ssa.Call
	Op     Op
	only   State                      // nothing but the lock
	ends   func(ssa.Instruction) bool // reports whether a path ends at an instruction
	seen   map[string]bool
	Path   []*ssa.BasicBlock // from at
	asked  *conditions
	Budget int
}

func (f *Func) Search(at *ssa.Call, op Op) *Search {
	return &Search{F: f, At: at, Op: op, seen: make(map[string]bool), Budget: 4000,
		only: State{op.Lock: {Op: op, Pos: at.Pos()}}}
}

// Run follows the paths, up to a bound.
func (s *Search) Run(ends func(ssa.Instruction) bool) {
	s.ends, s.asked = ends, s.F.asked()
	block := s.At.Block()
	var facts outcomes
	for name, value := range s.F.Dominating(block) {
		if id, ok := s.asked.tested(name, 2); ok {
			facts = facts.set(id, value)
		}
	}
	if id, ok := s.asked.tested(s.At.Name(), 1); ok && s.Op.Try {
		facts = facts.set(id, true) // it said yes
	}
	s.walk(block, slices.Index(block.Instrs, ssa.Instruction(s.At))+1, facts)
}

// Renamed reports whether the lock has another name after instr.
func (s *Search) Renamed(instr ssa.Instruction) bool {
	held := cursor{State: s.only}
	s.F.renamed(instr, &held)
	return !held.May(s.Op.Path)
}

// walk follows the instructions of b from index on. facts are the outcomes of the branches taken so far.
func (s *Search) walk(b *ssa.BasicBlock, index int, facts outcomes) {
	s.Budget--
	if s.Budget <= 0 {
		return
	}
	key := facts.key(b.Index, index)
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	s.Path = append(s.Path, b)
	defer func() { s.Path = s.Path[:len(s.Path)-1] }()
	for _, instr := range b.Instrs[index:] {
		if s.ends(instr) {
			return
		}
		if _, phi := instr.(*ssa.Phi); phi {
			continue // see enter
		}
		if v, ok := instr.(ssa.Value); ok && len(facts) > 0 {
			facts = s.asked.forget(facts, v.Name())
		}
		if store, ok := instr.(*ssa.Store); ok {
			facts = s.learn(store, facts)
		}
	}
	s.branch(b, facts)
}

// learn notes what a store says about a condition that reads it.
func (s *Search) learn(store *ssa.Store, facts outcomes) outcomes {
	pl := s.F.Pkg.Place(store.Addr)
	if pl.Field == nil {
		return facts
	}
	value, ok := ConstBool(store.Val)
	if !ok && len(facts) == 0 {
		return facts // names are formatted
	}
	key := pl.Root.Name() + pl.Fields
	facts = s.asked.forget(facts, key)
	if id, tested := s.asked.tested(key, 1); ok && tested {
		facts = facts.set(id, value)
	}
	return facts
}

func (s *Search) branch(b *ssa.BasicBlock, facts outcomes) {
	branch, ok := LastOf(b).(*ssa.If)
	for i, succ := range b.Succs {
		next := slices.Clone(facts)
		if ok {
			key, negated := s.F.Pkg.condition(branch.Cond)
			outcome := (i == 0) != negated
			if value, isConst := ConstBool(branch.Cond); isConst && value != (i == 0) {
				continue
			}
			id, tested := s.asked.tested(key, 1)
			if value, known := facts.of(id); tested && known && value != outcome {
				continue
			}
			if id, often := s.asked.tested(key, 2); often {
				next = next.set(id, outcome)
			}
		}
		s.walk(succ, 0, s.enter(b, succ, next))
	}
}

// enter carries what is known of operands over to the phis of succ.
func (s *Search) enter(from, succ *ssa.BasicBlock, facts outcomes) outcomes {
	i := slices.Index(succ.Preds, from)
	for _, instr := range succ.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok || len(s.asked.names) == 0 {
			break
		}
		facts = s.choose(phi, phi.Edges[i], facts)
	}
	return facts
}

// choose carries what is known of the operand that a phi gets over to the phi.
func (s *Search) choose(phi *ssa.Phi, edge ssa.Value, facts outcomes) outcomes {
	value, known := ConstBool(edge)
	key, negated := s.F.Pkg.condition(edge)
	if id, ok := s.asked.tested(key, 1); ok && !known {
		value, known = facts.of(id)
		value = value != negated
	}
	name := phi.Name()
	facts = s.asked.forget(facts, name)
	if id, ok := s.asked.tested(name, 1); ok && known {
		facts = facts.set(id, value)
	}
	if isNil, ok := nilness(edge); ok {
		if id, tested := s.asked.tested(NilKey(name), 1); tested {
			facts = facts.set(id, isNil)
		}
	}
	return facts
}

// guarded reports whether f puts a function that releases the lock into an object, such as
// a guard that it returns: the holder of the guard has the lock, and f's callers know it by
// another name.
func (f *Func) guarded(op Op) bool {
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok || f.Pkg.Alloc(store.Addr) != nil {
				continue
			}
			if slices.ContainsFunc(f.Pkg.OpsOfValue(store.Val), func(r Op) bool { return r.Frees(op) }) {
				return true
			}
		}
	}
	return false
}

// ReleasesUnlocked reports whether f releases a lock that its caller holds, and after the
// instruction behind of f, if it is set.
func (f *Func) ReleasesUnlocked(path Path, behind ssa.Instruction) bool {
	if f == nil {
		return false
	}
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || behind.Parent() == f.SSA && !Precedes(behind, instr) {
			continue
		}
		releases := slices.ContainsFunc(f.Pkg.Ops(call.Common()), func(op Op) bool { return op.Path == path && !op.Acquire && op.Net })
		if _, deferred := instr.(*ssa.Defer); releases && f.ReachesUnlocked(call, path) && !(deferred && f.SSA.Parent() != nil && f.InPlace && !f.Started()) {
			return true
		}
	}
	return false
}

// ReachesUnlocked reports whether a path leads from the entry to a call without an
// acquisition of the lock at path: the caller holds it.
func (f *Func) ReachesUnlocked(target ssa.CallInstruction, path Path) bool {
	seen := make(BlockSet, len(f.SSA.Blocks))
	for work := []*ssa.BasicBlock{f.SSA.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen.Has(b) {
			continue
		}
		seen[b.Index] = true
		met := slices.IndexFunc(b.Instrs, func(instr ssa.Instruction) bool {
			call, ok := instr.(*ssa.Call)
			return ok && (instr == ssa.Instruction(target) || slices.ContainsFunc(f.Pkg.Ops(&call.Call), func(op Op) bool {
				return op.Path == path && op.Acquire && op.Net
			}))
		})
		if met < 0 {
			work = append(work, b.Succs...)
		} else if b.Instrs[met] == ssa.Instruction(target) {
			return true
		}
	}
	return false
}
