package resource

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// onError returns the variable that a deferred literal asks for an error before it closes the value, nil where it closes
// that in any case:
//
//	defer func() {
//		if err != nil {
//			tx.Rollback()
//		}
//	}()
func (w *walk) onError(instr ssa.Instruction) *ssa.Alloc {
	deferred, ok := instr.(*ssa.Defer)
	if !ok {
		return nil
	}
	mk, ok := deferred.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	body := mk.Fn.(*ssa.Function)
	for i, v := range body.FreeVars {
		cell, ok := mk.Bindings[i].(*ssa.Alloc)
		if ok && callmatch.IsError(callmatch.Deref(cell.Type())) && w.closesOnly(body, v) {
			return cell
		}
	}
	return nil
}

// closesOnly reports whether no path through a literal on which an error is nil, and nothing has panicked, closes a
// value.
func (w *walk) closesOnly(body *ssa.Function, err *ssa.FreeVar) bool {
	seen, asks := make(map[*ssa.BasicBlock]bool), false
	for work := []*ssa.BasicBlock{body.Blocks[0]}; len(work) > 0; {
		b := work[0]
		if work = work[1:]; seen[b] {
			continue
		}
		seen[b] = true
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if ok && (ssaflow.Object(call.Common()) == nil && !isRecover(call.Common()) || ssaflow.Object(call.Common()) != nil && w.o.Ends(ssaflow.Object(call.Common()).Name())) {
				return false // it closes, or may
			}
		}
		succs := b.Succs
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if tested, eq := nilTest(branch.Cond); tested != nil && (reads(tested, err) || isRecovered(tested)) {
				asks = asks || reads(tested, err)
				if succs = b.Succs[1:]; eq {
					succs = b.Succs[:1]
				}
			}
		}
		work = append(work, succs...)
	}
	return asks
}

// nilTest returns what a condition compares with nil, and whether it holds where that is nil.
func nilTest(cond ssa.Value) (v ssa.Value, eq bool) {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ || !isNil(cmp.Y) {
		return nil, false
	}
	return cmp.X, cmp.Op == token.EQL
}

func reads(v ssa.Value, cell ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == cell
}

func isRecovered(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && isRecover(&call.Call)
}

func isRecover(call *ssa.CallCommon) bool {
	b, ok := call.Value.(*ssa.Builtin)
	return ok && b.Name() == "recover"
}

// staysOpen reports whether the variable that a deferred literal asks is known to be nil where the function returns: the
// literal does not close the value then.
//
//	if err == nil {
//		return false, ErrDuplicate // err is another error, and stays nil
//	}
func (w *walk) staysOpen(st state) bool {
	v := w.resolve(st.onError, st)
	if v == ssa.Value(st.onError) {
		return false
	}
	if is, known := w.nilness(v); known {
		return is
	}
	return st.holds["<"+v.Name()+">==nil"]
}
