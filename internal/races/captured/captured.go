package captured

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Race is a write of a local variable that races with another access of it, where no
// access holds any lock: in a goroutine, and in the function that declares the variable, in another
// goroutine, or in a second one of the same start.
type Race struct {
	Pos    token.Pos       // of the write, or of the read where only that is in the goroutine
	Write  bool            // what is at Pos
	Other  token.Pos       // what it races with, the same for goroutines of one start
	Writes bool            // what is at Other
	Begins ssa.Instruction // starts the goroutine, or makes the handler
	Alike  bool            // goroutines of one start, in a loop
	Served bool            // a server calls the literal, for each request
	Map    bool            // both are about elements of a map
	Single bool            // both call methods that only one goroutine at a time may call
	Method string          // the method by which the write at one of the two happens, "" for an assignment
	Var    token.Pos       // where the variable is declared, as far as it is known
	All    []token.Pos     // the accesses in goroutines
	Doubts []verdict.DoubtAt
}

// A capture is one access of a local variable as the function that declares it sees it.
type capture struct {
	f      *lockset.Func
	instr  ssa.Instruction
	pos    token.Pos
	write  bool
	part   part
	method string
	locked bool            // a lock is held, or the only place of a channel
	at     ssa.Instruction // in the function that declares the variable
	start  *lockset.Func   // what at starts, nil when it runs in place
	served bool
	waited bool // the goroutine has waited for something before
	keeps  bool // what comes before may keep other goroutines out
}

// A part says what of a variable is accessed.
type part int

const (
	whole   part = iota
	element      // of the map that it holds
	process      // of the exec.Cmd that it holds
	single       // what methods access that only one goroutine at a time may call
)

// Races returns one race for each local variable that has any.
func Races(p *lockset.Package) []*Race {
	uses, vars := captures(p)
	var list []*Race
	for _, v := range vars {
		if c := raceOf(p, v, uses[v]); c != nil {
			list = append(list, c)
		}
	}
	return list
}

// captures returns the accesses of the local variables that a goroutine or a handler has as well,
// and the variables in order.
func captures(p *lockset.Package) (map[ssa.Value][]*capture, []ssa.Value) {
	uses := make(map[ssa.Value][]*capture)
	var vars []ssa.Value
	for _, f := range p.Funcs {
		if f.SSA.Synthetic != "" {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			c := operandOf(p, instr)
			if c == nil || !c.pos.IsValid() {
				return
			}
			c.f, c.instr, c.locked = f, order.Happens(instr), held.Locked() || order.HasToken(p, instr)
			c.keeps = order.KeepsOut(p, instr)
			w := &walk{p: p, of: c, seen: make(map[ssa.Instruction]bool)}
			w.up([]threads.Frame{{F: f, At: c.instr, Obj: c.root}})
			for _, found := range w.list {
				if uses[found.root] == nil {
					vars = append(vars, found.root)
				}
				use := found.capture
				uses[found.root] = append(uses[found.root], &use)
			}
		})
	}
	return uses, vars
}

// raceOf returns the race of one variable that is most certain.
func raceOf(p *lockset.Package, v ssa.Value, uses []*capture) *Race {
	if slices.ContainsFunc(uses, func(c *capture) bool { return c.locked }) || !slices.ContainsFunc(uses, func(c *capture) bool { return c.write && (c.start != nil || shares(uses)) }) {
		return nil
	}
	var best *Race
	var all []token.Pos
	for i, a := range uses {
		if a.start != nil {
			all = append(all, a.pos)
		}
		for _, b := range uses[i:] {
			if !a.write && !b.write || a.part != b.part || a.start == nil && b.start == nil || a.instr == b.instr && a.at != b.at && (a.start == nil || b.start == nil) {
				continue
			}
			c := racing(p, v, a, b)
			if c != nil && (best == nil || c.better(best)) {
				best = c
			}
		}
	}
	if best != nil {
		best.Var, best.All = declaredAt(v), all
	}
	return best
}

// declaredAt returns where the variable is declared that a value is the address of, or that holds it.
func declaredAt(v ssa.Value) token.Pos {
	if a, ok := v.(*ssa.Alloc); ok {
		return a.Pos()
	}
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
			if ref.Object() != nil {
				return ref.Object().Pos()
			}
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
				return a.Pos()
			}
		}
	}
	return token.NoPos
}

// shares reports whether a goroutine has one of the accesses.
func shares(uses []*capture) bool {
	return slices.ContainsFunc(uses, func(c *capture) bool { return c.start != nil })
}

// racing returns the race of two accesses, nil where the code orders them.
func racing(p *lockset.Package, v ssa.Value, a, b *capture) *Race {
	if a.start == nil || !a.write && b.write && b.start != nil {
		a, b = b, a
	}
	if a.part == process && a.write {
		a, b = b, a
	}
	race := &Race{
		Pos: a.pos, Write: a.write, Other: b.pos, Writes: b.write, Begins: a.at, Alike: a.at == b.at, Served: a.served && b.served,
		Map: a.part == element, Single: a.part == single, Method: cmp.Or(a.method, b.method),
	}
	if a.served && b.served {
		if a.keeps || b.keeps {
			race.Doubts = append(race.Doubts, verdict.Ordered.At(a.pos))
		}
		return race
	}
	if a.start == nil {
		race.Begins = b.at
	}
	level := max(unordered(p, v, a, b), unordered(p, v, b, a))
	switch {
	case level == ordered:
		return nil
	case level == perhaps:
		race.Doubts = append(race.Doubts, verdict.MayWait.At(a.pos))
	}
	if a.at != b.at && (a.waitedOnce() || b.waitedOnce()) || a.keeps || b.keeps || learned(p, a) || learned(p, b) {
		race.Doubts = append(race.Doubts, verdict.Ordered.At(a.pos))
	}
	return race
}

// waitedOnce reports whether a goroutine has waited for something before its access, and has no others
// after that: what calls a method in a loop does so whenever it is woken.
func (c *capture) waitedOnce() bool {
	return c.waited && !(c.part == single && lockset.Loops(c.instr.Block()))
}

// better compares two races by what lowers them, and prefers that of several goroutines, and the one
// whose first access is a write.
func (c *Race) better(than *Race) bool {
	rank := func(c *Race) int {
		rank := 4 * len(c.Doubts)
		if !c.Alike {
			rank += 2
		}
		if !c.Write {
			rank++
		}
		return rank
	}
	return rank(c) < rank(than)
}
