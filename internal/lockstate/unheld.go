package lockstate

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Unheld is a release of a lock that is not held then, or not in that mode.
type Unheld struct {
	At     ssa.CallInstruction // the release, which may be deferred
	Op     Op                  // what it does
	Before *ssa.Call           // what released the lock already, or acquired it in the other mode
	Other  bool                // the latter
	Exit   *ssa.Return         // with which At runs, if it is deferred
	Always bool                // every path from Before reaches a release like At, and does not acquire the lock
	Only   bool                // At is the only one that comes after Before
}

// Unheld returns the releases in f of locks that f itself has released on the path there,
// or holds in the other mode. A release without anything before it says nothing: the caller
// may hold the lock.
func (f *Func) Unheld() []Unheld {
	if f.ranges() || !f.relevant() {
		return nil
	}
	var list []Unheld
	for instr := range ssaflow.Instrs(f.SSA) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		ops, _ := f.pkg.direct(&call.Call)
		for _, op := range ops {
			if !op.Try && f.pkg.stable(op.Loads) {
				list = append(list, f.unheld(call, op)...)
			}
		}
	}
	return list
}

// nested reports whether f reads while it reads, which takes as many releases.
func (f *Func) nested(read Op) bool {
	found := false
	f.Walk(func(instr ssa.Instruction, held State) {
		call, ok := instr.(ssa.CallInstruction)
		found = found || ok && held.May(read.Path) && slices.ContainsFunc(f.pkg.Ops(call.Common()), func(op Op) bool {
			return op.Acquire && op.Net && op.Path == read.Path
		})
	})
	return found
}

func (f *Func) unheld(at *ssa.Call, op Op) []Unheld {
	s := &unheldSearch{search: f.search(at, op)}
	if !s.possible() || op.Read && f.nested(op) {
		return nil
	}
	s.run(s.ends)
	if len(s.list) == 0 || op.Acquire {
		return s.list
	}
	slices.SortStableFunc(s.list, func(a, b Unheld) int { return int(a.At.Pos() - b.At.Pos()) })
	first := max(slices.IndexFunc(s.list, func(u Unheld) bool { return u.At != ssa.CallInstruction(at) }), 0)
	u := s.list[first] // one mistake, however many releases follow it
	u.Always, u.Only = !s.other && s.budget > 0, len(s.list) == 1
	return []Unheld{u}
}

// unheldSearch looks for the next that is done to a lock.
type unheldSearch struct {
	*search
	list  []Unheld
	other bool // a path ends otherwise, or acquires the lock
}

// possible reports whether blocks lead to a release that does not fit, whatever their
// conditions: for almost all they do not, and it takes a fraction of the time to tell.
func (s *unheldSearch) possible() bool {
	deferred := slices.ContainsFunc(s.f.defers, func(d *ssa.Defer) bool {
		return slices.ContainsFunc(s.f.pkg.Ops(&d.Call), func(op Op) bool { return op.Path == s.op.Path })
	})
	seen := make(blockSet, len(s.f.SSA.Blocks))
	from := s.at.Block()
	found, goesOn := s.scan(instrsBehind(s.at), deferred)
	for work := []*ssa.BasicBlock{from}; !found && goesOn && len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, succ := range b.Succs {
			if seen.has(succ) {
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

func (s *unheldSearch) touch(call *ssa.Call) (Op, touch) {
	_, direct := s.f.pkg.direct(&call.Call)
	does := nothing
	for _, op := range s.f.pkg.Ops(&call.Call) {
		switch {
		case op.Path != s.op.Path:
		case !op.Net && !op.Try:
			does = borrows
		case direct && !op.Acquire && s.wrong(op):
			return op, misfits
		default:
			return op, changes
		}
	}
	return Op{}, does
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
	renamed := s.renamed(instr)
	s.other = s.other || renamed
	return renamed
}

// wrong reports whether a release does not fit what comes before it.
func (s *unheldSearch) wrong(release Op) bool { return s.op.Acquire != (release.Read == s.op.Read) }

func (s *unheldSearch) found(u Unheld) {
	u.Before, u.Other = s.at, s.op.Acquire
	if !slices.ContainsFunc(s.list, func(other Unheld) bool { return other.At == u.At }) {
		s.list = append(s.list, u)
	}
}

// straight reports whether a deferred literal releases the lock whatever happens, once.
func (s *unheldSearch) straight(d *ssa.Defer, op Op) bool {
	lit := s.f.pkg.Callee(&d.Call)
	return lit != nil && lit.SSA.Parent() == s.f.SSA && len(lit.SSA.Blocks[0].Succs) == 0 && op.Sure && op.Net
}

// atReturn looks at what is deferred on the path to a return. Silent when a deferred
// literal does something to the lock that depends on anything.
func (s *unheldSearch) atReturn(ret *ssa.Return) {
	var last *ssa.Defer
	var release Op
	for _, d := range s.f.defers {
		if !d.Block().Dominates(s.at.Block()) && !slices.Contains(s.path, d.Block()) {
			continue
		}
		for _, op := range s.f.pkg.Ops(&d.Call) {
			if op.Path != s.op.Path {
				continue
			}
			if _, direct := s.f.pkg.direct(&d.Call); !direct && !s.straight(d, op) || op.Acquire || !s.wrong(op) {
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
