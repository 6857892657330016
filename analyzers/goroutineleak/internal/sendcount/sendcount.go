// Package sendcount counts how often a function sends on a channel, at most, on each
// path.
package sendcount

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Many stands for a number of sends or receives that has no known bound.
const Many = 5

// Plus returns the sum of two counts.
func Plus(a, b int) int { return min(a+b, Many) }

// sends is how many values a function may send on one channel.
type sends struct {
	all  int // those in a select that has another case included
	bare int // up to the last that is in no select with another case, or none
}

func (s sends) then(later sends) sends {
	if later.bare > 0 {
		s.bare = Plus(s.all, later.bare)
	}
	s.all = Plus(s.all, later.all)
	return s
}

func (s sends) or(other sends) sends {
	return sends{all: max(s.all, other.all), bare: max(s.bare, other.bare)}
}

// looped returns the sends of a loop of which s are one iteration.
func (s sends) looped() sends {
	if s.all > 0 {
		s.all = Many
	}
	if s.bare > 0 {
		s.bare = Many
	}
	return s
}

// A SendCounter counts how many values a function may have to send on one channel before it
// ends: a send in a select that has another case counts only for what comes after it.
type SendCounter struct {
	Flow  *ssaflow.Flow
	Class *ssaflow.Class
}

// In returns the largest number of sends on a path through fn, those of its
// callees in this package included.
func (c SendCounter) In(fn *ssa.Function) int {
	n := c.from(fn, nil, nil, 3).bare
	if n > 1 && c.flagged(fn) {
		return 1
	}
	return n
}

// After returns the same for the paths that begin after instr, when value, if there is one,
// is not nil.
func (c SendCounter) After(instr ssa.Instruction, value ssa.Value) int {
	if _, ok := instr.(*ssa.Defer); ok {
		return 0 // what runs at the end comes after every send
	}
	return c.from(instr.Parent(), instr, value, 3).bare
}

func (c SendCounter) from(fn *ssa.Function, after ssa.Instruction, value ssa.Value, depth int) sends {
	if depth == 0 || len(fn.Blocks) == 0 {
		return sends{}
	}
	loops := ssainstr.LoopsOf(fn, nil)
	memo := make(map[*ssa.BasicBlock]sends)
	var longest func(b *ssa.BasicBlock) sends
	behind := func(b *ssa.BasicBlock) sends {
		var rest sends
		for i, succ := range b.Succs {
			if !excludes(b, i, value) {
				rest = rest.or(c.edge(b, i, loops).then(longest(succ)))
			}
		}
		return rest
	}
	longest = func(b *ssa.BasicBlock) sends {
		if n, ok := memo[b]; ok {
			return n
		}
		memo[b] = sends{} // a path does not come back: loops are counted by looped
		memo[b] = c.block(b, b.Instrs, loops, depth).then(behind(b))
		return memo[b]
	}
	if after == nil {
		n := longest(fn.Blocks[0])
		n.bare = either(n.bare, c.instead(fn, depth))
		return n
	}
	return c.block(after.Block(), ssainstr.InstrsAfter(after), loops, depth).then(behind(after.Block()))
}

// block returns the number of sends in instrs, a part of b.
func (c SendCounter) block(b *ssa.BasicBlock, instrs []ssa.Instruction, loops []ssainstr.Loop, depth int) sends {
	var n, once sends
	for _, instr := range instrs {
		switch instr := instr.(type) {
		case *ssa.Send:
			one := sends{all: 1, bare: 1}
			switch {
			case c.Flow.Class(instr.Chan) != c.Class:
			case spent(instr):
				once = once.then(one)
			default:
				n = n.then(one)
			}
		case *ssa.Call, *ssa.Defer:
			fns, _ := c.Flow.Callees(instr.(ssa.CallInstruction))
			var most sends
			for _, fn := range fns {
				if _, deferred := instr.(*ssa.Defer); !deferred || !c.onlyRecovered(fn) {
					most = most.or(c.called(fn, depth-1))
				}
			}
			n = n.then(most).then(c.handed(instr.(ssa.CallInstruction), depth))
		}
	}
	if ssainstr.Innermost(loops, b) != nil {
		n = n.looped()
	}
	return n.then(once)
}

// called returns what a callee may send: once, of one that the goroutine itself calls and
// that keeps a flag about it.
func (c SendCounter) called(fn *ssa.Function, depth int) sends {
	n := c.from(fn, nil, nil, depth)
	if depth == 2 && n.bare > 1 && c.flagged(fn) {
		return sends{all: 1, bare: 1}
	}
	return n
}

// handed returns what the literals may send that a call passes to a function which is not
// analyzed: as often as that calls them. What they send outside of a select is not known to
// come after anything.
func (c SendCounter) handed(call ssa.CallInstruction, depth int) sends {
	if fns, complete := c.Flow.Callees(call); complete && len(fns) > 0 {
		return sends{}
	}
	for _, arg := range call.Common().Args {
		mk, ok := arg.(*ssa.MakeClosure)
		if ok && c.from(mk.Fn.(*ssa.Function), nil, nil, depth-1).all > 0 {
			return sends{all: Many}
		}
	}
	return sends{}
}

// edge returns what the i-th edge out of b says has been sent: it leads to the case
// of a select.
func (c SendCounter) edge(b *ssa.BasicBlock, i int, loops []ssainstr.Loop) sends {
	cmp, ok := Condition(b)
	if !ok || i != 0 {
		return sends{}
	}
	sel, state, ok := ssaflow.SelectCase(cmp)
	if !ok || sel.States[state].Send == nil || c.Flow.Class(sel.States[state].Chan) != c.Class {
		return sends{}
	}
	n := sends{all: 1}
	if ssainstr.Innermost(loops, b) != nil {
		return n.looped()
	}
	return n
}
