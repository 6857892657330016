package retainedbuffer

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A retention is an instruction that retains a value beyond the time at which the library reuses its memory.
type retention struct {
	instr ssa.Instruction
	what  string
	in    ssa.Instruction // of the function that instr calls, nil for the instruction itself
}

// retained returns the first instruction that retains the value.
func (b *buffer) retained(h *held) *retention {
	if b.row.Loop && !b.again() {
		return nil
	}
	return b.retains(h, 2)
}

func (b *buffer) retains(h *held, depth int) *retention {
	for instr := range ssaflow.Instrs(h.fn) {
		if what := b.sink(h, instr); what != "" {
			return &retention{instr: instr, what: what}
		}
		if call, ok := instr.(*ssa.Call); ok && depth > 0 {
			if k := b.passed(h, call, depth-1); k != nil {
				return k
			}
		}
	}
	return nil
}

// passed returns how a function of the package retains a value that a call passes to it.
func (b *buffer) passed(h *held, call *ssa.Call, depth int) *retention {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg != h.fn.Pkg || len(callee.Blocks) == 0 {
		return nil
	}
	for i, arg := range call.Call.Args {
		if !h.holds(arg) || i >= len(callee.Params) {
			continue
		}
		k := b.retains(follow(callee, callee.Params[i]), depth)
		if k == nil || b.waits(k.instr) != nil {
			continue
		}
		in := k.instr
		if k.in != nil {
			in = k.in
		}
		return &retention{instr: call, what: k.what, in: in}
	}
	return nil
}

// sink says how an instruction retains a value, "" if it does not.
func (b *buffer) sink(h *held, instr ssa.Instruction) string {
	switch instr := instr.(type) {
	case *ssa.Send:
		if h.holds(instr.X) {
			return "is sent"
		}
	case *ssa.Select:
		if slices.ContainsFunc(instr.States, func(s *ssa.SelectState) bool { return s.Dir == types.SendOnly && h.holds(s.Send) }) {
			return "is sent"
		}
	case *ssa.Go:
		if slices.ContainsFunc(append(instr.Call.Args, instr.Call.Value), h.holds) {
			return "is used by a goroutine"
		}
	case *ssa.Call:
		if b.row.Loop && h.values[instr] && h.fn == b.call.Parent() && b.collects(h, instr, instr, 3) {
			return "is appended to a slice"
		}
		start, ok := catalog.Starters[ssaflow.Callee(&instr.Call)]
		if ok && slices.ContainsFunc(instr.Call.Args, h.holds) && (!start.Joined || b.outer(h, instr.Call.Args[0])) {
			return "is used by a goroutine"
		}
		if catalog.SharedStores[ssaflow.Callee(&instr.Call)] && slices.ContainsFunc(instr.Call.Args[1:], h.holds) && b.shared(h, instr.Call.Args[0]) {
			return "is stored"
		}
	case *ssa.MapUpdate:
		if (h.holds(instr.Value) || h.holds(instr.Key)) && b.outlives(h, instr.Map) {
			return "is stored in a map"
		}
	case *ssa.Store:
		if h.holds(instr.Val) {
			return b.stored(h, instr)
		}
	}
	return ""
}
