package unjoinedworker

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// finalIn finds what a goroutine, which reaches the functions, still writes out, stores or sends when
// it has been signaled:
//
//	case <-ctx.Done():
//		w.Flush()
//		return
func finalIn(p *check.Pass, reached []*ssa.Function, signal *ssaflow.Source) *lifetime.LostCall {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range reached {
		for _, b := range fn.Blocks {
			ch, after := received(b)
			if ch == nil || !sameSource(flow.ChannelSource(ch), signal) {
				continue
			}
			if work := finalAfter(p, flow, after); work != nil {
				return work
			}
		}
	}
	return nil
}

func sameSource(a, b *ssaflow.Source) bool {
	return a.Context != nil && a.Context == b.Context || a.Channel != nil && a.Channel == b.Channel
}

// finalAfter finds such work in the blocks that only a block leads to, and that do not lead back to it.
func finalAfter(p *check.Pass, flow *ssaflow.Flow, after *ssa.BasicBlock) *lifetime.LostCall {
	for _, b := range after.Parent().Blocks {
		if !after.Dominates(b) || ssaflow.Reaches(b, after) {
			continue
		}
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && finalCall(p, flow, call) {
				name := calledName(&call.Call)
				return &lifetime.LostCall{
					CutOff:    lifetime.CutOff{What: "the final call of " + name, At: call.Pos()},
					TakesAway: catalog.TakesAway(name),
				}
			}
		}
	}
	return nil
}

// finalCall reports whether a call, or a function of the package that it runs, writes out what has been
// collected, stores or sends it. What is written to a connection is for a peer that the stop leaves anyway.
func finalCall(p *check.Pass, flow *ssaflow.Flow, call *ssa.Call) bool {
	bodies, _ := flow.Callees(call)
	if len(bodies) == 0 {
		return savesLast(p, call)
	}
	return slices.ContainsFunc(bodies, func(body *ssa.Function) bool {
		return slices.ContainsFunc(worker.Reached(flow, body), func(fn *ssa.Function) bool {
			for instr := range ssaflow.Instrs(fn) {
				if inner, ok := instr.(*ssa.Call); ok && savesLast(p, inner) {
					return true
				}
			}
			return false
		})
	})
}

// savesLast is finalCall for the call itself. A function value, or a method of an interface, is judged by its
// name, and only when it is passed what is to be saved.
func savesLast(p *check.Pass, call *ssa.Call) bool {
	common := call.Common()
	callee, name := ssaflow.Object(common), calledName(common)
	switch {
	case name == "" || slices.ContainsFunc(common.Args, func(v ssa.Value) bool { return isConnection(v.Type()) }):
		return false
	case callee == nil:
		_, builtin := common.Value.(*ssa.Builtin)
		return !builtin && len(common.Args) > 0 && (catalog.ChangesWhatLasts(name) || catalog.NamedSend(name))
	case common.IsInvoke() && isConnection(common.Value.Type()) || callee.Pkg() == nil || catalog.InProcess(callee.Pkg().Path()):
		return false
	case catalog.LastingChanges[callmatch.Name(callee)] != 0 || catalog.Farewells[callee.Name()] && callmatch.CanFail(callee.Signature()):
		expr, decl := callExpr(p, call), call.Parent().Syntax()
		return expr == nil || decl == nil || !lasting.ToMemory(p.TypesInfo, decl, expr)
	}
	return call.Call.StaticCallee() == nil && lasting.Of(p.Pass).Changes(callee)
}

// calledName returns the name of what a call calls: a function, or the variable that holds one.
func calledName(call *ssa.CallCommon) string {
	if callee := ssaflow.Object(call); callee != nil {
		return callee.Name()
	}
	name := ssaflow.Name(call.Value)
	return name[strings.LastIndexByte(name, '.')+1:]
}
