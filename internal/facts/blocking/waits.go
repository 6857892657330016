package blocking

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// closers returns the goroutines that unblock a receive without a select: those that close
// or send on its channel. It returns nil unless all operations on the channel are known.
func (w *waits) closers(recv *ssa.UnOp) []*ssa.Function {
	if recv.Op != token.ARROW || recv.CommaOk {
		return nil
	}
	c := w.flow.Class(recv.X)
	if c == nil || c.Foreign || c.OutSends {
		return nil
	}
	var list []*ssa.Function
	for _, op := range slices.Concat(c.Closes, c.Sends) {
		if fn := w.goroutine(op.Fn()); fn != nil && fn != recv.Parent() {
			list = append(list, fn)
		}
	}
	return list
}

// counted returns the goroutines that a WaitGroup in a field waits for.
func (w *waits) counted(group ssa.Value) []*ssa.Function {
	field := fieldOf(group)
	if field == nil {
		return nil
	}
	var list []*ssa.Function
	for _, s := range w.flow.Starts() {
		if s.Starter == "(*sync.WaitGroup).Go" && fieldOf(s.Instr.Common().Args[0]) == field {
			list = append(list, s.Bodies...)
			continue
		}
		bodies, _ := s.Runs()
		for _, body := range bodies {
			if w.calls(body, func(call *ssa.CallCommon) bool {
				return ssaflow.Callee(call) == "(*sync.WaitGroup).Done" && fieldOf(call.Args[0]) == field
			}) {
				list = append(list, body)
			}
		}
	}
	return list
}

func (w *waits) calls(fn *ssa.Function, match func(*ssa.CallCommon) bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && match(call.Common()) {
				return true
			}
		}
	}
	return false
}

func fieldOf(v ssa.Value) *types.Var {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if addr, ok := v.(*ssa.FieldAddr); ok {
		return ssaflow.Field(addr)
	}
	return nil
}

// goroutine returns fn, or the function around it, that runs as a goroutine.
func (w *waits) goroutine(fn *ssa.Function) *ssa.Function {
	for ; fn != nil; fn = fn.Parent() {
		for _, s := range w.flow.Starts() {
			if bodies, _ := s.Runs(); slices.Contains(bodies, fn) {
				return fn
			}
		}
	}
	return nil
}
