package flagleftset

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// leaks returns the returns that a path reaches with the flag set, all of which follow an error: a function that
// succeeds without a reset keeps the flag on purpose.
func (c *claim) leaks() []*ssa.Return {
	var exits []*ssa.Return
	seen := make(map[*ssa.BasicBlock]bool)
	var walk func(b *ssa.BasicBlock, start int)
	walk = func(b *ssa.BasicBlock, start int) {
		for _, instr := range b.Instrs[start:] {
			if c.ends(instr) {
				return
			}
			if ret, ok := instr.(*ssa.Return); ok {
				exits = append(exits, ret)
			}
		}
		for _, succ := range b.Succs {
			if !seen[succ] && succ != b.Parent().Recover {
				seen[succ] = true
				walk(succ, 0)
			}
		}
	}
	walk(c.from, c.start)
	if slices.ContainsFunc(exits, func(ret *ssa.Return) bool { return !c.fails(ret) }) {
		return nil
	}
	slices.SortFunc(exits, func(a, b *ssa.Return) int { return int(a.Pos() - b.Pos()) })
	return exits
}

// ends reports whether the flag is reset by an instruction, or by what it calls, starts or makes.
func (c *claim) ends(instr ssa.Instruction) bool {
	if c.isReset(instr) {
		return true
	}
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		return c.resetIn(instr.Common().StaticCallee(), 3)
	case *ssa.MakeClosure:
		return c.resetIn(instr.Fn.(*ssa.Function), 3)
	}
	return false
}

// fails reports whether a return follows an error that the function has tested since it has set the flag.
func (c *claim) fails(ret *ssa.Return) bool {
	for b := ret.Block(); b != nil; b = b.Idom() {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !c.from.Dominates(b) {
			continue
		}
		cmp, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !callmatch.IsError(cmp.X.Type()) || !isNil(cmp.Y) {
			continue
		}
		failed := b.Succs[0]
		if cmp.Op == token.EQL {
			failed = b.Succs[1]
		}
		if failed.Dominates(ret.Block()) && len(failed.Preds) == 1 {
			return true
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
