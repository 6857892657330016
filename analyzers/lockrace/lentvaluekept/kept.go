package lentvaluekept

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A keep is an instruction that retains a value beyond the time at which the library reuses its memory.
type keep struct {
	instr ssa.Instruction
	what  string
	in    ssa.Instruction // of the function that instr calls, nil for the instruction itself
}

// kept returns the first instruction that keeps the value.
func (l *lender) kept(h *held) *keep {
	if l.row.Loop && !l.again() {
		return nil
	}
	return l.keeps(h, 2)
}

func (l *lender) keeps(h *held, depth int) *keep {
	for instr := range ssaflow.Instrs(h.fn) {
		if what := l.sink(h, instr); what != "" {
			return &keep{instr: instr, what: what}
		}
		if call, ok := instr.(*ssa.Call); ok && depth > 0 {
			if k := l.passed(h, call, depth-1); k != nil {
				return k
			}
		}
	}
	return nil
}

// passed returns how a function of the package keeps a value that a call passes to it.
func (l *lender) passed(h *held, call *ssa.Call, depth int) *keep {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg != h.fn.Pkg || len(callee.Blocks) == 0 {
		return nil
	}
	for i, arg := range call.Call.Args {
		if !h.holds(arg) || i >= len(callee.Params) {
			continue
		}
		k := l.keeps(follow(callee, callee.Params[i]), depth)
		if k == nil || l.waits(k.instr) != nil {
			continue
		}
		in := k.instr
		if k.in != nil {
			in = k.in
		}
		return &keep{instr: call, what: k.what, in: in}
	}
	return nil
}

// sink says how an instruction retains a value, "" if it does not.
func (l *lender) sink(h *held, instr ssa.Instruction) string {
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
		if l.row.Loop && h.values[instr] && h.fn == l.call.Parent() && l.collects(h, instr, instr, 3) {
			return "is appended to a slice"
		}
		start, ok := catalog.Starters[ssaflow.Callee(&instr.Call)]
		if ok && slices.ContainsFunc(instr.Call.Args, h.holds) && (!start.Joined || l.outer(h, instr.Call.Args[0])) {
			return "is used by a goroutine"
		}
		if catalog.SharedStores[ssaflow.Callee(&instr.Call)] && slices.ContainsFunc(instr.Call.Args[1:], h.holds) && l.shared(h, instr.Call.Args[0]) {
			return "is stored"
		}
	case *ssa.MapUpdate:
		if (h.holds(instr.Value) || h.holds(instr.Key)) && l.outlives(h, instr.Map) {
			return "is stored in a map"
		}
	case *ssa.Store:
		if h.holds(instr.Val) {
			return l.stored(h, instr)
		}
	}
	return ""
}
