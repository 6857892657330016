package lockuse

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// An Edge says that a lock is acquired while another one is held. Locks stand for
// all instances of their field.
type Edge struct {
	From, To string
	Func     *lockset.Func
	At       ssa.CallInstruction // the acquisition, or the call that leads to it
	Held     lockset.Hold
	Direct   bool     // At is the call of the lock's own method
	Reads    [2]bool  // From is held, To is acquired, for reading
	Gates    []string // other locks held

	rank int // position in the list of the package

	Elsewhere string // file:line, for an edge of another package, which has no Func, At and Held
	Wiring    Wiring // what of this package makes it an edge, for the call of an interface
}

// A Wiring is where a value is put into an interface whose methods another package calls under a lock.
type Wiring struct {
	Pos       token.Pos
	Interface string // name of the type
	Type      string // of the value
	Method    string
	Others    bool // another type is put into the interface as well
}

// Wired returns the contradictions among edges of other packages that this one brings together: a value is put into
// an interface whose method the one package calls under its lock, and the other package's method acquires its own,
// under which it acquires the first one.
func Wired(others []Edge) []Cycle {
	var list []Cycle
	seen := make(map[[2]string]bool)
	for _, e := range others {
		if !e.Wiring.Pos.IsValid() || seen[[2]string{e.From, e.To}] {
			continue
		}
		for _, back := range others {
			if back.From == e.To && back.To == e.From && back.Wiring.Pos <= e.Wiring.Pos && conflict(e, back) {
				seen[[2]string{e.From, e.To}], seen[[2]string{e.To, e.From}] = true, true
				list = append(list, Cycle{Edge: e, Back: back, Usual: 1, Odd: 1})
				break
			}
		}
	}
	return list
}

// Edges returns the orders in which the package acquires locks, in the order of functions.
// Objects that no other goroutine can have yet, and attempts that do not wait, have no
// order.
func Edges(p *lockset.Package) []Edge {
	var list []Edge
	for _, f := range p.Funcs {
		if !f.Relevant() {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			call, ok := instr.(ssa.CallInstruction)
			if _, started := instr.(*ssa.Go); ok && !started && len(held) > 0 {
				list = append(list, edges(f, call, held)...)
			}
		})
	}
	for i := range list {
		list[i].rank = i
	}
	return list
}

func edges(f *lockset.Func, call ssa.CallInstruction, held lockset.State) []Edge {
	if callee := f.Pkg.Callee(call.Common()); callee != nil && callee.SSA.Parent() != nil {
		return nil // a literal called in place has edges of its own
	}
	taken, given := taken(f, call.Common())
	holds := held.Held()
	var list []Edge
	for _, h := range holds {
		if h.Key == "" || h.Root == nil || !f.Encloses(h.Pos) || f.Pkg.Unshared(h.Root, call) || slices.Contains(given, h.Key) {
			continue
		}
		for _, t := range taken {
			if t.To == h.Key || slices.ContainsFunc(holds, func(o lockset.Hold) bool { return o.Key == t.To }) {
				continue
			}
			t.From, t.At, t.Held, t.Func, t.Reads[0] = h.Key, call, h, f, h.Read
			for _, o := range holds {
				if o.Key != h.Key && o.Key != "" {
					t.Gates = append(t.Gates, o.Key)
				}
			}
			list = append(list, t)
		}
	}
	return list
}

// taken returns the locks that a call may wait for, as edges without a beginning,
// and the keys of those that it may release before.
func taken(f *lockset.Func, call *ssa.CallCommon) (list []Edge, given []string) {
	own, direct := f.Pkg.Direct(call)
	for _, op := range own {
		if op.Acquire && !op.Try && op.Key != "" && !f.Pkg.Private(op.Root, 6) {
			list = append(list, Edge{To: op.Key, Direct: true, Reads: [2]bool{false, op.Read}})
		}
	}
	s := f.Pkg.SummaryOf(call)
	if direct || s == nil {
		return list, nil
	}
	for _, key := range s.Takes {
		list = append(list, Edge{To: key})
	}
	return list, s.Gives
}

// Pos returns where the second lock is acquired.
func (e Edge) Pos() token.Pos { return e.At.Pos() }

// A Cycle is a lock order that contradicts another one.
type Cycle struct {
	Edge       // the order that fewer places follow
	Back  Edge // the other one
	Usual int  // places that follow the other order
	Odd   int  // places that follow this one
}

// Cycles returns the contradictions among edges, one for each pair of locks. more
// are edges of other packages. See [Rings] for longer ones.
func Cycles(edges, more []Edge) []Cycle {
	places := make(map[[2]string][]Edge)
	for _, e := range append(slices.Clone(edges), more...) {
		places[[2]string{e.From, e.To}] = append(places[[2]string{e.From, e.To}], e)
	}
	var list []Cycle
	seen := make(map[[2]string]bool)
	for _, e := range edges {
		there, back := [2]string{e.From, e.To}, [2]string{e.To, e.From}
		odd, usual := len(places[there]), len(places[back])
		if seen[there] || usual == 0 {
			continue
		}
		other := places[back][0]
		if other.At != nil && (odd > usual || odd == usual && e.rank < other.rank) {
			continue // reported from the other side
		}
		i := slices.IndexFunc(places[back], func(b Edge) bool { return conflict(e, b) })
		if i < 0 {
			continue
		}
		seen[there], seen[back] = true, true
		list = append(list, Cycle{e, places[back][i], usual, odd})
	}
	return list
}

// conflict reports whether two goroutines on the two orders can deadlock: there are two, no
// third lock keeps one of them out, and neither lock is only read.
func conflict(a, b Edge) bool {
	if a.Func != nil && b.Func != nil && !lockset.Together(a.Func, b.Func) {
		return false
	}
	if a.Reads[0] && b.Reads[1] || a.Reads[1] && b.Reads[0] {
		return false
	}
	return !slices.ContainsFunc(a.Gates, func(gate string) bool { return slices.Contains(b.Gates, gate) })
}
