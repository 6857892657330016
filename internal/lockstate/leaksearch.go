package lockstate

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// leakSearch looks for paths from one acquisition to the end of its function.
type leakSearch struct {
	*search
	held  map[*ssa.Return]State
	frees ssa.CallInstruction
	all   []ssa.CallInstruction
	leaks map[ssa.Instruction]Leak
}

func (f *Func) leaks(at *ssa.Call, op Op) []Leak {
	s := &leakSearch{search: f.search(at, op), leaks: make(map[ssa.Instruction]Leak)}
	if !s.paired() {
		return f.keeps(at, op)
	}
	s.held = f.returns()
	s.run(s.ends)
	var list []Leak
	for _, l := range s.leaks {
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b Leak) int { return int(a.Exit.Pos() - b.Exit.Pos()) })
	return list
}

// paired reports whether f releases the lock somewhere by the same name and nowhere by
// another, and not in a deferred call that was registered before. A release after the
// acquisition is the one to name.
func (s *leakSearch) paired() bool {
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
					if s.f.acquiresBefore(call, op) {
						continue // that of another object, which has one of its own
					}
					return false
				}
				if _, deferred := instr.(*ssa.Defer); precedes(instr, s.at) && (deferred || s.f.reachesUnlocked(call, op.Path)) {
					return false
				}
				if op.Read == s.op.Read {
					s.all = append(s.all, call)
				}
				if op.Read == s.op.Read && (s.frees == nil || !precedes(s.at, s.frees) && precedes(s.at, call)) {
					s.frees = call
				}
			}
		}
	}
	return s.frees != nil && !s.freedInside(s.f.SSA)
}

// acquiresBefore reports whether f acquires, by the same name and on every path to it, the
// lock that release releases.
func (f *Func) acquiresBefore(release ssa.CallInstruction, freed Op) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok || !precedes(call, release) || !call.Block().Dominates(release.Block()) {
			continue
		}
		ops, _ := f.pkg.direct(&call.Call)
		if slices.ContainsFunc(ops, func(op Op) bool { return op.Acquire && !op.Try && op.Lock == freed.Lock }) {
			return true
		}
	}
	return false
}

// freedInside reports whether a literal in fn releases a lock of the same field through a
// variable whose value is not known then.
func (s *leakSearch) freedInside(fn *ssa.Function) bool {
	return s.op.Key != "" && slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool {
		for instr := range ssaflow.Instrs(lit) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			ops, _ := s.f.pkg.direct(call.Common())
			for _, op := range ops {
				load, unnamed := op.Root.(*ssa.UnOp)
				if unnamed && load.Parent() == lit && !op.Acquire && op.Key == s.op.Key {
					return true
				}
			}
		}
		return s.freedInside(lit)
	})
}

// reachesUnlocked reports whether a path leads from the entry to a call without an
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

// ends reports whether instr is where the path ends, and records a leak if the lock is
// still held there.
func (s *leakSearch) ends(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Return:
		if !s.returned(instr) {
			s.leak(instr)
		}
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
	return s.renamed(instr)
}

// returned reports whether the path ends by returning the object that the lock is in: the
// caller gets it locked. A receiver or parameter its caller has anyway.
func (s *leakSearch) returned(ret *ssa.Return) bool {
	return slices.ContainsFunc(ret.Results, func(v ssa.Value) bool {
		return s.owned(v) || slices.ContainsFunc(s.storedOnWay(v), s.owned)
	})
}

// owned reports whether v leads to the lock.
func (s *leakSearch) owned(v ssa.Value) bool {
	pl := s.f.pkg.place(v)
	if _, given := pl.Root.(*ssa.Parameter); given && pl.Fields == "" {
		return false
	}
	return pl.Root == s.op.Path.Root && strings.HasPrefix(s.op.Path.Fields, pl.Fields)
}

// storedOnWay returns what the path has stored in the result that v reads.
func (s *leakSearch) storedOnWay(v ssa.Value) []ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	alloc := s.f.pkg.alloc(load.X)
	if alloc == nil {
		return nil
	}
	var values []ssa.Value
	for _, ref := range *alloc.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && slices.Contains(s.path, store.Block()) {
			values = append(values, store.Val)
		}
	}
	return values
}

func (s *leakSearch) leak(exit ssa.Instruction) {
	if _, ok := s.leaks[exit]; ok || !fails(exit) && s.f.leftHeld(s.op) {
		return
	}
	l := Leak{Op: s.op, At: s.at, Exit: exit, Path: slices.Clone(s.path), Frees: s.frees, All: s.all}
	if ret, ok := exit.(*ssa.Return); ok {
		h, held := s.held[ret][s.op.Lock]
		l.Held = held && h.Must
	}
	l.Doubts = append(l.released(s.f), l.unregistered(s.f)...)
	l.Private = s.f.pkg.lost(s.op.Path.Root, exit)
	s.leaks[exit] = l
}
