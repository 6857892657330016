package unguarded

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// endsLoop reports whether a read of a flag decides about a loop of a goroutine: the loop tests it, or calls what
// returns it.
func endsLoop(a *access.Access, t *threads.Thread) bool {
	load, ok := a.Instr.(*ssa.UnOp)
	if basic, isBasic := a.Field.Type().Underlying().(*types.Basic); !ok || !isBasic || basic.Info()&types.IsBoolean == 0 || !threads.Starts(t.Frames) {
		return false
	}
	loop := loopOf(t)
	if loop == nil {
		return false
	}
	decides := func(ref ssa.Instruction) bool {
		_, returns := ref.(*ssa.Return)
		_, tests := ref.(*ssa.If)
		return tests && loop == a.Instr || returns && loop != a.Instr
	}
	return slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
		not, ok := ref.(*ssa.UnOp)
		return decides(ref) || ok && slices.ContainsFunc(ssabuild.Referrers(not), decides)
	})
}

// loopOf returns what a goroutine does in its loop for an access: the access, or a call that leads there;
// nil if it has no loop.
func loopOf(t *threads.Thread) ssa.Instruction {
	for _, fr := range t.Frames {
		if fr.Start {
			break
		}
		if lockset.Loops(fr.At.Block()) {
			return fr.At
		}
	}
	return nil
}

// WaitsFor returns the channels from which the loop of the flag receives, itself or in what it calls.
func (u *Race) WaitsFor() []ssa.Value {
	at := loopOf(u.threads)
	if !u.Flag || at == nil {
		return nil
	}
	p := u.Func.Pkg
	var list []ssa.Value
	for instr := range ssaflow.Instrs(at.Parent()) {
		if threads.SameLoop(instr.Block(), at.Block()) {
			list = append(list, receivedBelow(p, instr, 2)...)
		}
	}
	return list
}

// receivedBelow returns the channels that an instruction receives from, or what it calls in the package.
func receivedBelow(p *lockset.Package, instr ssa.Instruction, depth int) []ssa.Value {
	list := order.Received(instr)
	call, ok := instr.(*ssa.Call)
	if !ok || depth == 0 {
		return list
	}
	if callee := p.Callee(&call.Call); callee != nil {
		for inner := range ssaflow.Instrs(callee.SSA) {
			list = append(list, receivedBelow(p, inner, depth-1)...)
		}
	}
	return list
}

// SetBefore reports whether what sets the flag runs an instruction after that.
func (u *Race) SetBefore(instr ssa.Instruction) bool {
	for _, fr := range u.others.Frames {
		if _, deferred := instr.(*ssa.Defer); fr.F.SSA == instr.Parent() && (deferred || ssaflow.Follows(fr.At, instr)) {
			return true
		}
		if fr.Start {
			break
		}
	}
	return false
}
