package lockuse

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// leakSearch looks for paths from one acquisition to the end of its function.
type leakSearch struct {
	*lockset.Search
	held  map[*ssa.Return]lockset.State
	frees ssa.CallInstruction
	all   []ssa.CallInstruction
	leaks map[ssa.Instruction]Leak
}

func leaks(f *lockset.Func, at *ssa.Call, op lockset.Op) []Leak {
	s := &leakSearch{Search: f.Search(at, op), leaks: make(map[ssa.Instruction]Leak)}
	if !s.paired() {
		return keeps(f, at, op)
	}
	s.held = f.Returns()
	s.Run(s.ends)
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
	for _, b := range s.F.SSA.Blocks {
		for _, instr := range b.Instrs {
			call, isCall := instr.(ssa.CallInstruction)
			if !isCall {
				continue
			}
			for _, op := range s.F.Pkg.Ops(call.Common()) {
				if op.Acquire || op.Key != s.Op.Key && op.Path != s.Op.Path {
					continue
				}
				if op.Path != s.Op.Path {
					if acquiresBefore(s.F, call, op) {
						continue // that of another object, which has one of its own
					}
					return false
				}
				if _, deferred := instr.(*ssa.Defer); lockset.Precedes(instr, s.At) && (deferred || s.F.ReachesUnlocked(call, op.Path)) {
					return false
				}
				if op.Read == s.Op.Read {
					s.all = append(s.all, call)
				}
				if op.Read == s.Op.Read && (s.frees == nil || !lockset.Precedes(s.At, s.frees) && lockset.Precedes(s.At, call)) {
					s.frees = call
				}
			}
		}
	}
	return s.frees != nil && !s.freedInside(s.F.SSA)
}

// acquiresBefore reports whether f acquires, by the same name and on every path to it, the
// lock that release releases.
func acquiresBefore(f *lockset.Func, release ssa.CallInstruction, freed lockset.Op) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok || !lockset.Precedes(call, release) || !call.Block().Dominates(release.Block()) {
			continue
		}
		ops, _ := f.Pkg.Direct(&call.Call)
		if slices.ContainsFunc(ops, func(op lockset.Op) bool { return op.Acquire && !op.Try && op.Lock == freed.Lock }) {
			return true
		}
	}
	return false
}

// freedInside reports whether a literal in fn releases a lock of the same field through a
// variable whose value is not known then.
func (s *leakSearch) freedInside(fn *ssa.Function) bool {
	return s.Op.Key != "" && slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool {
		for instr := range ssaflow.Instrs(lit) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			ops, _ := s.F.Pkg.Direct(call.Common())
			for _, op := range ops {
				load, unnamed := op.Root.(*ssa.UnOp)
				if unnamed && load.Parent() == lit && !op.Acquire && op.Key == s.Op.Key {
					return true
				}
			}
		}
		return s.freedInside(lit)
	})
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
		if instr == ssa.CallInstruction(s.At) {
			s.leak(instr)
			return true
		}
		for _, op := range s.F.Pkg.Ops(instr.Common()) {
			if op.Path == s.Op.Path && (!op.Acquire || op.Net && !op.Try) {
				return true // released, or a double lock, which is another matter
			}
		}
	}
	return s.Renamed(instr)
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
	pl := s.F.Pkg.Place(v)
	if _, given := pl.Root.(*ssa.Parameter); given && pl.Fields == "" {
		return false
	}
	return pl.Root == s.Op.Path.Root && strings.HasPrefix(s.Op.Path.Fields, pl.Fields)
}

// storedOnWay returns what the path has stored in the result that v reads.
func (s *leakSearch) storedOnWay(v ssa.Value) []ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	alloc := s.F.Pkg.Alloc(load.X)
	if alloc == nil {
		return nil
	}
	var values []ssa.Value
	for _, ref := range ssabuild.Referrers(alloc) {
		if store, ok := ref.(*ssa.Store); ok && slices.Contains(s.Path, store.Block()) {
			values = append(values, store.Val)
		}
	}
	return values
}

func (s *leakSearch) leak(exit ssa.Instruction) {
	if _, ok := s.leaks[exit]; ok || !lockset.Fails(exit) && leftHeld(s.F, s.Op) {
		return
	}
	l := Leak{Op: s.Op, At: s.At, Exit: exit, Path: slices.Clone(s.Path), Frees: s.frees, All: s.all}
	if ret, ok := exit.(*ssa.Return); ok {
		h, held := s.held[ret][s.Op.Lock]
		l.Held = held && h.Must
	}
	l.Doubts = append(l.released(s.F), l.unregistered(s.F)...)
	l.Private = lost(s.F.Pkg, s.Op.Path.Root, exit)
	s.leaks[exit] = l
}
