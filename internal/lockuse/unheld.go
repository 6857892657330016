package lockuse

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Unheld is a release of a lock that is not held then, or not in that mode.
type Unheld struct {
	At     ssa.CallInstruction // the release, which may be deferred
	Op     lockset.Op          // what it does
	Before *ssa.Call           // what released the lock already, or acquired it in the other mode
	Other  bool                // the latter
	Exit   *ssa.Return         // with which At runs, if it is deferred
	Always bool                // every path from Before reaches a release like At, and does not acquire the lock
	Only   bool                // At is the only one that comes after Before
}

// FindUnheld returns the releases in f of locks that f itself has released on the path there,
// or holds in the other mode. A release without anything before it says nothing: the caller
// may hold the lock.
func FindUnheld(f *lockset.Func) []Unheld {
	if ranges(f) || !f.Relevant() {
		return nil
	}
	var list []Unheld
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		ops, _ := f.Pkg.Direct(&call.Call)
		for _, op := range ops {
			if !op.Try && stable(f.Pkg, op.Loads) {
				list = append(list, unheld(f, call, op)...)
			}
		}
	}
	return list
}

// nested reports whether f reads while it reads, which takes as many releases.
func nested(f *lockset.Func, read lockset.Op) bool {
	found := false
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(ssa.CallInstruction)
		found = found || ok && held.May(read.Path) && slices.ContainsFunc(f.Pkg.Ops(call.Common()), func(op lockset.Op) bool {
			return op.Acquire && op.Net && op.Path == read.Path
		})
	})
	return found
}

func unheld(f *lockset.Func, at *ssa.Call, op lockset.Op) []Unheld {
	s := &unheldSearch{Search: f.Search(at, op)}
	if !s.possible() || op.Read && nested(f, op) {
		return nil
	}
	s.Run(s.ends)
	if len(s.list) == 0 || op.Acquire {
		return s.list
	}
	slices.SortStableFunc(s.list, func(a, b Unheld) int { return int(a.At.Pos() - b.At.Pos()) })
	first := max(slices.IndexFunc(s.list, func(u Unheld) bool { return u.At != ssa.CallInstruction(at) }), 0)
	u := s.list[first] // one mistake, however many releases follow it
	u.Always, u.Only = !s.other && s.Budget > 0, len(s.list) == 1
	return []Unheld{u}
}

// unheldSearch looks for the next that is done to a lock.
type unheldSearch struct {
	*lockset.Search
	list  []Unheld
	other bool // a path ends otherwise, or acquires the lock
}

// possible reports whether blocks lead to a release that does not fit, whatever their
// conditions: for almost all they do not, and it takes a fraction of the time to tell.
func (s *unheldSearch) possible() bool {
	deferred := slices.ContainsFunc(s.F.Defers, func(d *ssa.Defer) bool {
		return slices.ContainsFunc(s.F.Pkg.Ops(&d.Call), func(op lockset.Op) bool { return op.Path == s.Op.Path })
	})
	seen := make(lockset.BlockSet, len(s.F.SSA.Blocks))
	from := s.At.Block()
	found, goesOn := s.scan(lockset.InstrsBehind(s.At), deferred)
	for work := []*ssa.BasicBlock{from}; !found && goesOn && len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, succ := range b.Succs {
			if seen.Has(succ) {
				continue
			}
			seen[succ.Index] = true
			wrong, on := s.scan(succ.Instrs, deferred)
			found = found || wrong
			if on {
				work = append(work, succ)
			}
		}
	}
	return found
}

// scan looks for the first in a block that has to do with the lock.
func (s *unheldSearch) scan(instrs []ssa.Instruction, deferred bool) (wrong, goesOn bool) {
	for _, instr := range instrs {
		if _, ok := instr.(*ssa.Return); ok {
			return deferred, false
		}
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if _, does := s.touch(call); does == misfits || does == changes {
			return does == misfits, false
		}
	}
	return false, true
}

// What a call does to the lock.
type touch int

const (
	nothing touch = iota
	borrows       // takes it and gives it back
	changes       // acquires it, or releases it as it should be, or in a callee
	misfits       // releases it, which does not fit what comes before
)

func (s *unheldSearch) touch(call *ssa.Call) (lockset.Op, touch) {
	_, direct := s.F.Pkg.Direct(&call.Call)
	does := nothing
	for _, op := range s.F.Pkg.Ops(&call.Call) {
		switch {
		case op.Path != s.Op.Path:
		case !op.Net && !op.Try:
			does = borrows
		case direct && !op.Acquire && s.wrong(op):
			return op, misfits
		default:
			return op, changes
		}
	}
	return lockset.Op{}, does
}

func (s *unheldSearch) ends(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Return:
		s.atReturn(instr)
		return true
	case *ssa.Panic:
		return true
	case *ssa.Go, *ssa.Defer:
		return false
	case *ssa.Call:
		switch op, does := s.touch(instr); does {
		case misfits:
			s.found(Unheld{At: instr, Op: op})
			return true
		case changes:
			s.other = true
			return true
		case borrows:
			s.other = true
		}
	}
	renamed := s.Renamed(instr)
	s.other = s.other || renamed
	return renamed
}

// wrong reports whether a release does not fit what comes before it.
func (s *unheldSearch) wrong(release lockset.Op) bool {
	return s.Op.Acquire != (release.Read == s.Op.Read)
}

func (s *unheldSearch) found(u Unheld) {
	u.Before, u.Other = s.At, s.Op.Acquire
	if !slices.ContainsFunc(s.list, func(other Unheld) bool { return other.At == u.At }) {
		s.list = append(s.list, u)
	}
}

// straight reports whether a deferred literal releases the lock whatever happens, once.
func (s *unheldSearch) straight(d *ssa.Defer, op lockset.Op) bool {
	lit := s.F.Pkg.Callee(&d.Call)
	return lit != nil && lit.SSA.Parent() == s.F.SSA && len(lit.SSA.Blocks[0].Succs) == 0 && op.Sure && op.Net
}

// atReturn looks at what is deferred on the path to a return. Silent when a deferred
// literal does something to the lock that depends on anything.
func (s *unheldSearch) atReturn(ret *ssa.Return) {
	var last *ssa.Defer
	var release lockset.Op
	for _, d := range s.F.Defers {
		if !d.Block().Dominates(s.At.Block()) && !slices.Contains(s.Path, d.Block()) {
			continue
		}
		for _, op := range s.F.Pkg.Ops(&d.Call) {
			if op.Path != s.Op.Path {
				continue
			}
			if _, direct := s.F.Pkg.Direct(&d.Call); !direct && !s.straight(d, op) || op.Acquire || !s.wrong(op) {
				s.other = true
				return
			}
			last, release = d, op
		}
	}
	if last == nil {
		s.other = true
		return
	}
	s.found(Unheld{At: last, Op: release, Exit: ret})
}
