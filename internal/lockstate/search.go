package lockstate

import (
	"fmt"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A search follows the paths from what a call does to a lock.
type search struct {
	f      *Func
	at     *ssa.Call
	op     Op
	only   State                      // nothing but the lock
	ends   func(ssa.Instruction) bool // reports whether a path ends at an instruction
	seen   map[string]bool
	path   []*ssa.BasicBlock // from at
	asked  map[string]int    // how often paths test a condition
	budget int
}

func (f *Func) search(at *ssa.Call, op Op) *search {
	return &search{f: f, at: at, op: op, seen: make(map[string]bool), budget: 4000,
		only: State{op.Lock: Hold{Op: op, Pos: at.Pos()}}}
}

// run follows the paths, up to a bound.
func (s *search) run(ends func(ssa.Instruction) bool) {
	s.ends, s.asked = ends, s.f.asked()
	block := s.at.Block()
	facts := s.f.dominating(block)
	maps.DeleteFunc(facts, func(key string, _ bool) bool { return s.asked[key] < 2 })
	if s.op.Try {
		facts[s.at.Name()] = true // it said yes
	}
	s.walk(block, slices.Index(block.Instrs, ssa.Instruction(s.at))+1, facts)
}

// renamed reports whether the lock has another name after instr.
func (s *search) renamed(instr ssa.Instruction) bool {
	held := cursor{State: s.only}
	s.f.renamed(instr, &held)
	return !held.May(s.op.Path)
}

// walk follows the instructions of b from index on. facts are the outcomes of
// the branches taken so far, by the text of their condition.
func (s *search) walk(b *ssa.BasicBlock, index int, facts map[string]bool) {
	s.budget--
	if s.budget <= 0 {
		return
	}
	key := fmt.Sprint(b.Index, index, facts)
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	s.path = append(s.path, b)
	defer func() { s.path = s.path[:len(s.path)-1] }()
	for _, instr := range b.Instrs[index:] {
		if s.ends(instr) {
			return
		}
		if _, phi := instr.(*ssa.Phi); phi {
			continue // see enter
		}
		if v, ok := instr.(ssa.Value); ok {
			forget(facts, v.Name())
		}
		if store, ok := instr.(*ssa.Store); ok {
			s.learn(store, facts)
		}
	}
	s.branch(b, facts)
}

// learn notes what a store says about a condition that reads it.
func (s *search) learn(store *ssa.Store, facts map[string]bool) {
	pl := s.f.pkg.place(store.Addr)
	if pl.Field == nil {
		return
	}
	key := pl.Root.Name() + pl.Fields
	forget(facts, key)
	if value, ok := constBool(store.Val); ok && s.asked[key] > 0 {
		facts[key] = value
	}
}

func (s *search) branch(b *ssa.BasicBlock, facts map[string]bool) {
	branch, ok := lastOf(b).(*ssa.If)
	for i, succ := range b.Succs {
		next := maps.Clone(facts)
		if ok {
			key, negated := s.f.pkg.condition(branch.Cond)
			outcome := (i == 0) != negated
			if value, isConst := constBool(branch.Cond); isConst && value != (i == 0) {
				continue
			}
			if value, known := facts[key]; known && value != outcome {
				continue
			}
			if s.asked[key] > 1 {
				next[key] = outcome
			}
		}
		s.enter(b, succ, next)
		s.walk(succ, 0, next)
	}
}

// enter carries what is known of operands over to the phis of succ.
func (s *search) enter(from, succ *ssa.BasicBlock, facts map[string]bool) {
	for i, pred := range succ.Preds {
		if pred != from {
			continue
		}
		for _, instr := range succ.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				return
			}
			value, known := constBool(phi.Edges[i])
			key, negated := s.f.pkg.condition(phi.Edges[i])
			if outcome, ok := facts[key]; ok && !known {
				value, known = outcome != negated, true
			}
			forget(facts, phi.Name())
			if known && s.asked[phi.Name()] > 0 {
				facts[phi.Name()] = value
			}
			if isNil, ok := nilness(phi.Edges[i]); ok && s.asked[nilKey(phi.Name())] > 0 {
				facts[nilKey(phi.Name())] = isNil
			}
		}
		return
	}
}
