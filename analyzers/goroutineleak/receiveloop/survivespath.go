package receiveloop

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A walk follows the paths on which a read has failed.
type walk struct {
	flow  *ssaflow.Flow
	read  *ssa.Call
	asked *ssa.If // compares the error with another than nil
	other *ssa.If // may leave the loop for another reason
	seen  map[*ssa.BasicBlock]bool
}

// after returns the index of the instruction after the read.
func (w *walk) after() int { return slices.Index(w.read.Block().Instrs, ssa.Instruction(w.read)) + 1 }

// from reports whether a path leads from an instruction back to the read, where errs are the values that are its error.
func (w *walk) from(b *ssa.BasicBlock, index int, errs []ssa.Value) bool {
	for _, instr := range b.Instrs[index:] {
		if instr == ssa.Instruction(w.read) {
			return true
		}
		if w.ends(instr, errs) {
			return false
		}
	}
	back := false
	for _, succ := range w.next(b, errs) {
		if w.seen[succ] && succ != w.read.Block() {
			continue
		}
		if succ == w.read.Block() {
			back = w.from(succ, 0, carried(b, succ, errs)) || back
			continue
		}
		w.seen[succ] = true
		back = w.from(succ, 0, carried(b, succ, errs)) || back
	}
	return back
}

// next returns the blocks that may follow where the error is none of those that it is compared with.
func (w *walk) next(b *ssa.BasicBlock, errs []ssa.Value) []*ssa.BasicBlock {
	branch, ok := ssainstr.LastOf(b).(*ssa.If)
	if !ok {
		return b.Succs
	}
	switch cond := branch.Cond.(type) {
	case *ssa.BinOp:
		if compared(cond, errs) {
			if ssainstr.IsNil(cond.X) || ssainstr.IsNil(cond.Y) {
				return nil // noticed: what follows is a decision
			}
			w.asked = branch
			if cond.Op == token.NEQ {
				return b.Succs[:1]
			}
			return b.Succs[1:]
		}
	case *ssa.Call:
		if ssaflow.Callee(&cond.Call) == "errors.Is" && slices.Contains(errs, cond.Call.Args[0]) {
			w.asked = branch
			return b.Succs[1:]
		}
	}
	if dependsOn(branch.Cond, errs, 6) {
		return nil
	}
	for _, succ := range b.Succs {
		if !ssaflow.Reaches(succ, w.read.Block()) && succ != w.read.Block() {
			w.other = branch
		}
	}
	return b.Succs
}

func compared(cond *ssa.BinOp, errs []ssa.Value) bool {
	return (cond.Op == token.EQL || cond.Op == token.NEQ) && (slices.Contains(errs, cond.X) || slices.Contains(errs, cond.Y))
}

// dependsOn reports whether a value is computed from the error, or is an error, which may be made of it.
func dependsOn(v ssa.Value, errs []ssa.Value, depth int) bool {
	if slices.Contains(errs, v) {
		return true
	}
	if depth == 0 {
		return false
	}
	instr, ok := v.(ssa.Instruction)
	if _, phi := v.(*ssa.Phi); !ok || phi {
		return callmatch.IsError(v.Type())
	}
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { return *op != nil && dependsOn(*op, errs, depth-1) })
}

// carried returns the values that are the error in a block, for one that comes from another.
func carried(from, to *ssa.BasicBlock, errs []ssa.Value) []ssa.Value {
	edge := slices.Index(to.Preds, from)
	errs = slices.Clone(errs)
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if slices.Contains(errs, phi.Edges[edge]) {
			errs = append(errs, phi)
		} else {
			errs = slices.DeleteFunc(errs, func(v ssa.Value) bool { return v == ssa.Value(phi) })
		}
	}
	return errs
}

// ends reports whether an instruction pauses, waits, or gets the error: what it does with that is not seen.
func (w *walk) ends(instr ssa.Instruction, errs []ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.Return, *ssa.Panic, *ssa.Send, *ssa.Store:
		store, ok := instr.(*ssa.Store)
		return !ok || slices.Contains(errs, store.Val)
	case *ssa.Select:
		return instr.Blocking
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Call:
		return w.endsCall(instr, errs)
	}
	return false
}

func (w *walk) endsCall(call *ssa.Call, errs []ssa.Value) bool {
	fn := ssaflow.Object(&call.Call)
	if fn != nil && (pauses(fn) || ends(fn.Name())) {
		return true
	}
	own := call.Call.StaticCallee()
	if own != nil && w.flow.Terminates(own) {
		return true
	}
	if fn != nil && !call.Call.IsInvoke() && own != nil && own.Pkg != w.read.Parent().Pkg {
		return false // logs
	}
	if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
		return false
	}
	if call.Call.IsInvoke() && slices.Contains(errs, call.Call.Value) {
		return false // err.Error()
	}
	return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return slices.Contains(errs, arg) }) || w.fromField()
}

// fromField reports whether the stream is in a field, so that a call may replace it.
func (w *walk) fromField() bool {
	return slices.ContainsFunc(w.read.Call.Args, func(arg ssa.Value) bool { _, load := arg.(*ssa.UnOp); return load })
}
