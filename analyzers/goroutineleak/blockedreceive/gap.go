package blockedreceive

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A gap is a path on which the feeding side leaves without feeding.
type gap struct {
	rets  []*ssa.Return
	joins []ssa.Instruction // waits for a group on the path
	conds []ssa.Value       // conditions on the path
}

// gap returns the returns that can be reached without feeding the channel, nil
// if there are none.
func (f *feed) gap() *gap {
	g := &gap{}
	type place struct {
		block   *ssa.BasicBlock
		started bool
	}
	next := []place{{f.body.Blocks[0], true}}
	if f.inward {
		next = []place{{f.make.Block(), false}}
	}
	seen := make(map[place]bool)
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		instrs := at.block.Instrs
		if f.inward && at.block == f.make.Block() && len(seen) == 1 {
			instrs = ssainstr.InstrsAfter(f.make)
		}
		on := true
		for _, instr := range instrs {
			if at.started = at.started || instr == f.start.Instr.(ssa.Instruction); f.feeds(instr) || instr == ssa.Instruction(f.make) {
				on = false
				break
			}
			g.note(instr, at.started)
		}
		for _, succ := range at.block.Succs {
			if on {
				next = append(next, place{succ, at.started})
			}
		}
	}
	if f.closing {
		g.rets = slices.DeleteFunc(g.rets, f.mayFollowFeed)
	}
	if f.generator {
		g.rets = slices.DeleteFunc(g.rets, f.excused)
	}
	if len(g.rets) == 0 {
		return nil
	}
	return g
}

// mayFollowFeed reports whether ret can be reached from what feeds the channel: whether the
// path around it is ever taken then depends on conditions that may be related.
func (f *feed) mayFollowFeed(ret *ssa.Return) bool {
	for _, b := range ret.Parent().Blocks {
		if slices.ContainsFunc(b.Instrs, f.feeds) && (b == ret.Block() || ssaflow.Reaches(b, ret.Block())) {
			return true
		}
	}
	return false
}

func (g *gap) note(instr ssa.Instruction, started bool) {
	switch instr := instr.(type) {
	case *ssa.Return:
		if started {
			g.rets = append(g.rets, instr)
		}
	case *ssa.If:
		g.conds = append(g.conds, instr.Cond)
	case *ssa.Call:
		if started && channel.Joins(instr) {
			g.joins = append(g.joins, instr)
		}
	}
}

// captured reports whether any condition on the path is one that both sides can see: then
// the wait may depend on it as well.
func (g *gap) captured() bool {
	var sees func(v ssa.Value, depth int) bool
	sees = func(v ssa.Value, depth int) bool {
		switch v := v.(type) {
		case *ssa.FreeVar, *ssa.Parameter, *ssa.Global:
			return true
		case *ssa.UnOp:
			return depth > 0 && sees(v.X, depth-1)
		case *ssa.FieldAddr:
			return depth > 0 && sees(v.X, depth-1)
		case *ssa.Field:
			return depth > 0 && sees(v.X, depth-1)
		case *ssa.BinOp:
			return depth > 0 && !isNilError(v) && (sees(v.X, depth-1) || sees(v.Y, depth-1))
		}
		return false
	}
	return slices.ContainsFunc(g.conds, func(v ssa.Value) bool { return sees(v, 4) })
}

// isNilError reports whether a comparison asks for an error that a call has
// just returned.
func isNilError(v *ssa.BinOp) bool {
	_, call := v.X.(*ssa.Call)
	_, result := v.X.(*ssa.Extract)
	return (call || result) && callmatch.IsError(v.X.Type())
}
