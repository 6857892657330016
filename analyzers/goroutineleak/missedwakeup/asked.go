package missedwakeup

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// asked is what a loop tests without a lock: an atomic flag, a channel that is closed, a context.
type asked struct {
	test    ssa.Instruction
	name    string
	changes func(ssa.Instruction) bool
	ends    func(ctx ssa.Value) bool // whether it is the context that is tested; nil for all else
}

// askedBy returns what an instruction tests, nil for others.
func askedBy(flow *ssaflow.Flow, test ssa.Instruction) *asked {
	switch test := test.(type) {
	case *ssa.Select:
		return polled(flow, test)
	case *ssa.Call:
		if flag := atomicFlag(test, true, "Load"); flag != nil && decides(test) {
			return &asked{test: test, name: flag.Name(), changes: func(instr ssa.Instruction) bool {
				call, ok := instr.(*ssa.Call)
				return atomicFlag(call, ok, "Store", "Swap", "Add", "Or", "And") == flag
			}}
		}
		if ssaflow.Callee(&test.Call) == "(context.Context).Err" && decides(test) {
			return raised(test, flow, flow.ContextSource(test.Call.Value), test.Call.Value)
		}
	}
	return nil
}

// polled returns the channel that a select with a default looks at.
func polled(flow *ssaflow.Flow, sel *ssa.Select) *asked {
	if sel.Blocking || len(sel.States) != 1 || sel.States[0].Dir != types.RecvOnly {
		return nil
	}
	ch := sel.States[0].Chan
	return raised(sel, flow, flow.ChannelSource(ch), ch)
}

// raised returns what is asked of a channel or context: the operations that let it fire, and receives of what has
// seen the context end. A channel on which values are sent wakes by them.
func raised(test ssa.Instruction, flow *ssaflow.Flow, source *ssaflow.Source, v ssa.Value) *asked {
	name := ssaflow.Name(v)
	if name == "" || source.Ticker || len(source.Closes) != len(source.Raises) {
		return nil
	}
	what := &asked{test: test, name: name}
	if source.Context != nil {
		what.ends = func(ctx ssa.Value) bool { return flow.Class(ctx) == source.Context }
	}
	what.changes = func(instr ssa.Instruction) bool {
		if _, plain := instr.(*ssa.Call); plain && slices.ContainsFunc(source.Raises, func(op ssaflow.Op) bool { return op.Instr == instr }) {
			return true
		}
		return source.Context != nil && slices.ContainsFunc(received(instr), func(ch ssa.Value) bool {
			return flow.ChannelSource(ch).Context == source.Context
		})
	}
	return what
}

// atomicFlag returns the field of an atomic operation of that name.
func atomicFlag(call *ssa.Call, ok bool, ops ...string) *types.Var {
	if !ok || len(call.Call.Args) == 0 {
		return nil
	}
	name := ssaflow.Callee(&call.Call)
	if !strings.Contains(name, "sync/atomic.") || !slices.ContainsFunc(ops, func(op string) bool { return strings.Contains(name[strings.LastIndexByte(name, '.'):], op) }) {
		return nil
	}
	addr, ok := call.Call.Args[0].(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return ssaflow.Field(addr)
}

// decides reports whether a branch depends on a value, itself or compared with another.
func decides(v ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.If:
			return true
		case *ssa.BinOp, *ssa.UnOp:
			return decides(ref.(ssa.Value))
		}
		return false
	})
}
