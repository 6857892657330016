// Package nilchan finds operations on channels that are nil.
package nilchan

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// ReportNilChannels reports, of each channel variable or field to which nothing is
// ever assigned, the first bare send (with sending set) or receive:
//
//	var results chan int
//	go func() { results <- work() }() // blocks forever
//
// Cases of a select are left alone, where nil switches a case off, but for those of
// a channel that something closes, which panics, and of one that has both ends, here or
// elsewhere: neither is there ever.
func ReportNilChannels(p *check.Pass, sending bool) {
	starts := ssainstr.StartsGoroutines(p)
	if !starts && !sends(p) {
		return // whoever waits there waits for other packages
	}
	seen := make(map[*types.Var]bool)
	for _, op := range nilOps(p) {
		if !starts && len(op.closes) == 0 && !op.inCase {
			continue // one end alone
		}
		v := argument(p, channel.Holder(p.TypesInfo, channel.ChannelOf(op.node)))
		if v == nil || seen[v] || setElsewhere(p, v) {
			continue
		}
		seen[v] = true
		if _, sends := op.node.(*ast.SendStmt); sends == sending {
			reportNilChannel(p, op, v)
		}
	}
}

func sends(p *check.Pass) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for range in.Root().Preorder((*ast.SendStmt)(nil)) {
		return true
	}
	return false
}

// setElsewhere reports whether a file that this build leaves out may make the
// channel.
func setElsewhere(p *check.Pass, v *types.Var) bool {
	return (v.IsField() || v.Parent() == p.Pkg.Scope()) && astindex.IgnoredFilesMention(p.Pass, map[string]bool{v.Name(): true})
}

// A nilOp waits for a channel that is always nil.
type nilOp struct {
	node   ast.Node
	closes []ssaflow.Op // of a case of a select: what closes the channel
	inCase bool         // of a select
	class  *ssaflow.Class
}

// nilOps returns the operations on channels that are always nil, in source order.
func nilOps(p *check.Pass) []nilOp {
	flow := ssaflow.Of(p.Pass)
	var list []nilOp
	compared := comparedWithNil(flow)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if sel, ok := instr.(*ssa.Select); ok && !p.Quiet(fn.Pos()) {
				list = append(list, nilCases(p, flow, sel, compared)...)
				continue
			}
			ch := channel.BareOp(instr)
			if ch == nil || !alwaysNil(flow, ch, compared) || idles(instr, flow.Class(ch)) && lifetime.OnlyMain(p, fn, 4) || p.Quiet(instr.Pos()) {
				continue
			}
			if node := channel.OpNode(p, instr); node != nil {
				list = append(list, nilOp{node: node, class: flow.Class(ch)})
			}
		}
	}
	slices.SortFunc(list, func(a, b nilOp) int { return int(a.node.Pos() - b.node.Pos()) })
	return list
}

// idles reports whether an instruction receives from a channel that nothing sends on, as a program does that is to
// run until it is killed.
func idles(instr ssa.Instruction, class *ssaflow.Class) bool {
	_, receives := instr.(*ssa.UnOp)
	return receives && (class == nil || len(class.Sends) == 0)
}

// nilCases returns the cases of a select whose channel nothing makes, but something closes, or
// both sends and receives.
func nilCases(p *check.Pass, flow *ssaflow.Flow, sel *ssa.Select, compared map[*ssaflow.Class]bool) []nilOp {
	var list []nilOp
	for _, s := range sel.States {
		class := flow.Class(s.Chan)
		if class == nil || !alwaysNil(flow, s.Chan, compared) {
			continue
		}
		if len(class.Closes) == 0 && !hasBothEnds(class) {
			continue
		}
		if node := caseNode(p, s); node != nil {
			list = append(list, nilOp{node, class.Closes, true, class})
		}
	}
	return list
}

func hasBothEnds(c *ssaflow.Class) bool {
	return len(c.Sends) > 0 && (len(c.Receives)+len(c.Ranges) > 0 || c.OutReceives)
}

func caseNode(p *check.Pass, s *ssa.SelectState) ast.Node {
	if s.Dir == types.RecvOnly {
		return channel.ReceiveNode(p, s.Pos)
	}
	if stmt := channel.SendNode(p, s.Pos); stmt != nil {
		return stmt
	}
	return nil
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

func reportNilChannel(p *check.Pass, op nilOp, v *types.Var) {
	at, does := channel.OpText(p, op.node)
	what := does + " blocks forever"
	if _, sends := op.node.(*ast.SendStmt); op.inCase && (sends || len(op.closes) == 0) {
		what = does + " never happens"
	}
	if len(op.closes) > 0 {
		what += fmt.Sprintf(", and the close at %s panics", p.Where(op.closes[0].Instr.Pos(), at.Pos()))
	}
	p.Report(check.Finding{
		At:      at,
		Message: fmt.Sprintf("%s: %s is nil, because nothing is assigned to it", what, p.Source(channel.ChannelOf(op.node))),
		Trace:   []check.Hop{{Pos: v.Pos(), Message: "declared here"}},
		Fix:     fixNilChannel(p, op, v),
	})
}
