package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportNilChannels reports, of each channel variable or field to which nothing is
// ever assigned, the first bare send (with sending set) or receive:
//
//	var results chan int
//	go func() { results <- work() }() // blocks for ever
//
// Cases of a select are left alone: there nil switches a case off.
func reportNilChannels(p *check.Pass, sending bool) {
	seen := make(map[*types.Var]bool)
	for _, instr := range nilOps(p) {
		node := opNode(p, instr)
		v := holder(p.TypesInfo, channelOf(node))
		if v == nil || seen[v] || v.Kind() == types.ParamVar || setElsewhere(p, v) {
			continue
		}
		seen[v] = true
		if _, sends := instr.(*ssa.Send); sends == sending {
			reportNilChannel(p, node, v)
		}
	}
}

// setElsewhere reports whether a file that this build leaves out may make the
// channel.
func setElsewhere(p *check.Pass, v *types.Var) bool {
	return (v.IsField() || v.Parent() == p.Pkg.Scope()) && ignoredFilesMention(p, map[string]bool{v.Name(): true})
}

// nilOps returns the bare operations on channels that are always nil, in source
// order.
func nilOps(p *check.Pass) []ssa.Instruction {
	flow := ssaflow.Of(p.Pass)
	var list []ssa.Instruction
	compared := comparedWithNil(flow)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			ch := bareOp(instr)
			if ch != nil && alwaysNil(flow, ch, compared) && !onlyMain(p, fn, 4) && !p.Quiet(instr.Pos()) {
				list = append(list, instr)
			}
		}
	}
	slices.SortFunc(list, func(a, b ssa.Instruction) int { return int(a.Pos() - b.Pos()) })
	return list
}

// alwaysNil reports whether no channel is ever made for ch, here or elsewhere.
func alwaysNil(flow *ssaflow.Flow, ch ssa.Value, compared map[*ssaflow.Class]bool) bool {
	if c, ok := ch.(*ssa.Const); ok {
		return c.IsNil()
	}
	c := flow.Class(ch)
	return c != nil && !c.Foreign && !c.OutSends && len(c.Makes) == 0 && !compared[c]
}

// comparedWithNil returns the channels of which code asks if they are there: then
// it knows that they may not be, and builds or tests that are not seen here may
// set them.
func comparedWithNil(flow *ssaflow.Flow) map[*ssaflow.Class]bool {
	compared := make(map[*ssaflow.Class]bool)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if cmp, ok := instr.(*ssa.BinOp); ok {
				compared[flow.Class(cmp.X)], compared[flow.Class(cmp.Y)] = true, true
			}
		}
	}
	return compared
}

func reportNilChannel(p *check.Pass, node ast.Node, v *types.Var) {
	at, does := opText(p, node)
	p.Report(check.Finding{
		At:      at,
		Message: fmt.Sprintf("%s blocks for ever: nothing is ever assigned to %s, so it is nil", does, p.Source(channelOf(node))),
		Trace:   []check.Hop{{Pos: v.Pos(), Message: "declared here"}},
		Fix:     fixNilChannel(p, node, v),
	})
}
