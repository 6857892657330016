package lockstate

import (
	"fmt"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// search looks for ways from one acquisition to the end of its function.
type search struct {
	f      *Func
	at     *ssa.Call
	op     Op
	only   State // nothing but the lock
	held   map[*ssa.Return]State
	frees  ssa.CallInstruction
	seen   map[string]bool
	path   []*ssa.BasicBlock
	leaks  map[ssa.Instruction]Leak
	budget int
}

func (f *Func) leaks(at *ssa.Call, op Op) []Leak {
	s := &search{f: f, at: at, op: op, seen: make(map[string]bool), leaks: make(map[ssa.Instruction]Leak), budget: 4000}
	if !s.paired() {
		return nil
	}
	s.only = State{op.Lock: Hold{Op: op, Pos: at.Pos()}}
	s.held = f.returns()
	block := at.Block()
	s.walk(block, slices.Index(block.Instrs, ssa.Instruction(at))+1, f.dominating(block))
	if s.budget <= 0 {
		return nil // too many ways to be sure of anything
	}
	var list []Leak
	for _, l := range s.leaks {
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b Leak) int { return int(a.Exit.Pos() - b.Exit.Pos()) })
	return list
}

// paired reports whether f releases the lock somewhere by the same name and
// nowhere by another, and not in a deferred call that was registered before. A
// release behind the acquisition is the one to name.
func (s *search) paired() bool {
	for _, b := range s.f.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, isCall := instr.(ssa.CallInstruction)
			if !isCall {
				continue
			}
			for _, op := range s.f.pkg.Ops(call.Common()) {
				if op.Acquire || op.Key != s.op.Key && op.Path != s.op.Path {
					continue
				}
				if op.Path != s.op.Path {
					return false
				}
				if _, deferred := instr.(*ssa.Defer); precedes(instr, s.at) && (deferred || s.f.reachesUnlocked(call, op.Path)) {
					return false
				}
				if op.Read == s.op.Read && (s.frees == nil || !precedes(s.at, s.frees) && precedes(s.at, call)) {
					s.frees = call
				}
			}
		}
	}
	return s.frees != nil
}

// reachesUnlocked reports whether a way leads from the entry to a call without an
// acquisition of the lock at path: the caller holds it.
func (f *Func) reachesUnlocked(target ssa.CallInstruction, path Path) bool {
	seen := make(blockSet, len(f.SSA.Blocks))
	for work := []*ssa.BasicBlock{f.SSA.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen.has(b) {
			continue
		}
		seen[b.Index] = true
		met := slices.IndexFunc(b.Instrs, func(instr ssa.Instruction) bool {
			call, ok := instr.(*ssa.Call)
			return ok && (instr == ssa.Instruction(target) || slices.ContainsFunc(f.pkg.Ops(&call.Call), func(op Op) bool {
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
	}
	s.branch(b, facts)
}

// ends reports whether instr is where the way ends, and notes a leak if the lock
// is still held there.
func (s *search) ends(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Return:
		s.leak(instr)
		return true
	case *ssa.Panic:
		return true
	case ssa.CallInstruction:
		if instr == ssa.CallInstruction(s.at) {
			s.leak(instr)
			return true
		}
		for _, op := range s.f.pkg.Ops(instr.Common()) {
			if op.Path == s.op.Path && (!op.Acquire || op.Net && !op.Try) {
				return true // released, or a double lock, which is another matter
			}
		}
	}
	held := cursor{State: s.only}
	s.f.renamed(instr, &held)
	return !held.May(s.op.Path)
}

func (s *search) leak(exit ssa.Instruction) {
	if _, ok := s.leaks[exit]; ok {
		return
	}
	l := Leak{Op: s.op, At: s.at, Exit: exit, Path: slices.Clone(s.path), Frees: s.frees}
	if ret, ok := exit.(*ssa.Return); ok {
		h, held := s.held[ret][s.op.Lock]
		l.Held = held && h.Must
	}
	s.leaks[exit] = l
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
			if key != "" {
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
			if known {
				facts[phi.Name()] = value
			}
			if isNil, ok := nilness(phi.Edges[i]); ok {
				facts[nilKey(phi.Name())] = isNil
			}
		}
		return
	}
}
