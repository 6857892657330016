package goroutineleak

import (
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// many stands for a number of sends or receives that has no known bound.
const many = 5

func plus(a, b int) int { return min(a+b, many) }

// A sendCounter tells how many values a function may send on one channel
// without another way out: sends in a select with another case do not count.
type sendCounter struct {
	flow  *ssaflow.Flow
	class *ssaflow.Class
}

// in returns the largest number of sends on a path through fn, those of its
// callees in this package included.
func (c sendCounter) in(fn *ssa.Function) int { return c.from(fn, nil, 3) }

// after returns the same for the paths that begin behind instr.
func (c sendCounter) after(instr ssa.Instruction) int {
	if _, ok := instr.(*ssa.Defer); ok {
		return 0 // what runs at the end comes after every send
	}
	return c.from(instr.Parent(), instr, 3)
}

func (c sendCounter) from(fn *ssa.Function, after ssa.Instruction, depth int) int {
	if depth == 0 || len(fn.Blocks) == 0 {
		return 0
	}
	loops := loopsOf(fn, nil)
	memo := make(map[*ssa.BasicBlock]int)
	var longest func(b *ssa.BasicBlock) int
	longest = func(b *ssa.BasicBlock) int {
		if n, ok := memo[b]; ok {
			return n
		}
		memo[b] = 0 // a path does not come back: loops are counted by inLoop
		rest := 0
		for _, succ := range b.Succs {
			rest = max(rest, longest(succ))
		}
		memo[b] = plus(c.block(b, b.Instrs, loops, depth), rest)
		return memo[b]
	}
	if after == nil {
		return either(longest(fn.Blocks[0]), c.instead(fn, depth))
	}
	b := after.Block()
	rest := 0
	for _, succ := range b.Succs {
		rest = max(rest, longest(succ))
	}
	return plus(c.block(b, instrsAfter(after), loops, depth), rest)
}

// block returns the number of sends in instrs, a part of b.
func (c sendCounter) block(b *ssa.BasicBlock, instrs []ssa.Instruction, loops []loop, depth int) int {
	n := 0
	for _, instr := range instrs {
		switch instr := instr.(type) {
		case *ssa.Send:
			if c.flow.Class(instr.Chan) == c.class {
				n = plus(n, 1)
			}
		case *ssa.Call, *ssa.Defer:
			fns, _ := c.flow.Callees(instr.(ssa.CallInstruction))
			most := 0
			for _, fn := range fns {
				if _, deferred := instr.(*ssa.Defer); !deferred || !c.onlyRecovered(fn) {
					most = max(most, c.from(fn, nil, depth-1))
				}
			}
			n = plus(n, most)
		}
	}
	if n > 0 && innermost(loops, b) != nil {
		return many
	}
	return n
}

func instrsAfter(instr ssa.Instruction) []ssa.Instruction {
	list := instr.Block().Instrs
	for i, other := range list {
		if other == instr {
			return list[i+1:]
		}
	}
	return nil
}

// A loop is a natural loop of a control-flow graph.
type loop struct {
	head *ssa.BasicBlock
	body map[*ssa.BasicBlock]bool // head included
}

// loopsOf returns the natural loops of fn that do not contain except.
func loopsOf(fn *ssa.Function, except *ssa.BasicBlock) []loop {
	byHead := make(map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool)
	var list []loop
	for _, b := range fn.Blocks {
		for _, head := range b.Succs {
			if !head.Dominates(b) {
				continue
			}
			body := byHead[head]
			if body == nil {
				body = map[*ssa.BasicBlock]bool{head: true}
				byHead[head] = body
				list = append(list, loop{head, body})
			}
			addLoop(body, b)
		}
	}
	kept := list[:0]
	for _, l := range list {
		if except == nil || !l.body[except] {
			kept = append(kept, l)
		}
	}
	return kept
}

// addLoop adds b and all that leads to it inside the loop.
func addLoop(body map[*ssa.BasicBlock]bool, b *ssa.BasicBlock) {
	if body[b] {
		return
	}
	body[b] = true
	for _, pred := range b.Preds {
		addLoop(body, pred)
	}
}

// innermost returns the smallest loop around b, or nil.
func innermost(loops []loop, b *ssa.BasicBlock) *loop {
	var found *loop
	for i, l := range loops {
		if l.body[b] && (found == nil || len(l.body) < len(found.body)) {
			found = &loops[i]
		}
	}
	return found
}
