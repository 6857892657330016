package lockstate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Edge says that a lock is acquired while another one is held. Locks stand for
// all instances of their field.
type Edge struct {
	From, To string
	Func     *Func
	At       ssa.CallInstruction // the acquisition, or the call that leads to it
	Held     Hold
	Direct   bool     // At is the call of the lock's own method
	Reads    [2]bool  // From is held, To is acquired, for reading
	Gates    []string // other locks held

	rank int // position in the list of the package

	Elsewhere string // file:line, for an edge of another package, which has no Func, At and Held
}

// Edges returns the orders in which the package acquires locks, in the order of
// functions. Objects that nobody else can have yet, and attempts that do not wait, have no
// order.
func (p *Package) Edges() []Edge {
	var list []Edge
	for _, f := range p.Funcs {
		if f.Test || !f.relevant() {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held State) {
			call, ok := instr.(ssa.CallInstruction)
			if _, started := instr.(*ssa.Go); ok && !started && len(held) > 0 {
				list = append(list, f.edges(call, held)...)
			}
		})
	}
	for i := range list {
		list[i].rank = i
	}
	return list
}

func (f *Func) edges(call ssa.CallInstruction, held State) []Edge {
	if callee := f.pkg.Callee(call.Common()); callee != nil && callee.SSA.Parent() != nil {
		return nil // a literal called in place has edges of its own
	}
	taken := f.taken(call.Common())
	holds := held.Held()
	var list []Edge
	for _, h := range holds {
		if h.Key == "" || h.Root == nil || !f.encloses(h.Pos) || f.pkg.private(h.Root, 6) {
			continue
		}
		for _, t := range taken {
			if t.To == h.Key || slices.ContainsFunc(holds, func(o Hold) bool { return o.Key == t.To }) {
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

// taken returns the locks that a call may wait for, as edges without a beginning.
func (f *Func) taken(call *ssa.CallCommon) []Edge {
	var list []Edge
	own, direct := f.pkg.direct(call)
	for _, op := range own {
		if op.Acquire && !op.Try && op.Key != "" && !f.pkg.private(op.Root, 6) {
			list = append(list, Edge{To: op.Key, Direct: true, Reads: [2]bool{false, op.Read}})
		}
	}
	if direct {
		return list
	}
	s := f.pkg.summaryOf(call)
	if s == nil {
		return nil
	}
	for _, key := range s.Takes {
		list = append(list, Edge{To: key})
	}
	return list
}

// Pos returns where the second lock is acquired.
func (e Edge) Pos() token.Pos { return e.At.Pos() }

// A Cycle is a lock order that contradicts another one.
type Cycle struct {
	Edge         // the order that fewer places follow
	Back  []Edge // the way from Edge.To back to Edge.From
	Usual int    // places that follow the other order
	Odd   int    // places that follow this one
}

// Cycles returns the contradictions among edges, one for each pair of locks. more
// are edges of other packages, which may be on the way back.
func Cycles(edges, more []Edge) []Cycle {
	next := make(map[string][]Edge)
	count := make(map[[2]string]int)
	for _, e := range edges {
		next[e.From] = append(next[e.From], e)
		count[[2]string{e.From, e.To}]++
	}
	for _, e := range more {
		next[e.From] = append(next[e.From], e)
	}
	var list []Cycle
	seen := make(map[[2]string]bool)
	for _, e := range edges {
		pair := [2]string{min(e.From, e.To), max(e.From, e.To)}
		back := wayBack(next, e)
		if back == nil || seen[pair] {
			continue
		}
		odd, usual := count[[2]string{e.From, e.To}], len(back)
		if len(back) == 1 {
			usual = count[[2]string{e.To, e.From}]
		}
		if len(back) == 1 && back[0].At != nil && (odd > usual || odd == usual && e.rank < back[0].rank) {
			continue // reported from the other side
		}
		seen[pair] = true
		list = append(list, Cycle{e, back, usual, odd})
	}
	return list
}

// wayBack returns the shortest way from e.To to e.From on which two goroutines
// can wait for each other: no lock is held all around, and none is only read.
func wayBack(next map[string][]Edge, e Edge) []Edge {
	type step struct {
		key string
		way []Edge
	}
	seen := map[string]bool{e.To: true}
	for work := []step{{key: e.To}}; len(work) > 0; {
		at := work[0]
		work = work[1:]
		if len(at.way) >= 3 {
			continue
		}
		for _, n := range next[at.key] {
			way := append(slices.Clone(at.way), n)
			if n.To == e.From {
				if conflicts(e, way) {
					return way
				}
				continue
			}
			if !seen[n.To] {
				seen[n.To] = true
				work = append(work, step{n.To, way})
			}
		}
	}
	return nil
}

func conflicts(e Edge, way []Edge) bool {
	all := append([]Edge{e}, way...)
	for i, a := range all {
		b := all[(i+1)%len(all)]
		if a.Reads[1] && b.Reads[0] {
			return false
		}
	}
	return !slices.ContainsFunc(e.Gates, func(gate string) bool {
		return !slices.ContainsFunc(way, func(w Edge) bool { return !slices.Contains(w.Gates, gate) })
	})
}
