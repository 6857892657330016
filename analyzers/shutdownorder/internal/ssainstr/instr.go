package ssainstr

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// SameFunction reports whether two functions are one, or literals of one.
func SameFunction(a, b *ssa.Function) bool { return ssaflow.Outermost(a) == ssaflow.Outermost(b) }

// ClosureOf returns where the literal fn is made, if that is one place.
func ClosureOf(fn *ssa.Function) *ssa.MakeClosure {
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == ssa.Value(fn) {
				return mk
			}
		}
	}
	return nil
}

// DeferOf returns the defer statement that instr is run by: its own, or that of the
// literal around it.
func DeferOf(flow *ssaflow.Flow, instr ssa.Instruction) *ssa.Defer {
	if callers, complete := flow.Callers(instr.Parent()); instr.Parent().Parent() != nil && complete && len(callers) == 1 {
		if d, ok := callers[0].(*ssa.Defer); ok {
			return d
		}
	}
	d, _ := instr.(*ssa.Defer)
	return d
}

// Precedes reports whether control gets from one instruction to the other.
func Precedes(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() {
		return Index(from) < Index(to)
	}
	return ssaflow.Reaches(from.Block(), to.Block())
}

// Index returns the place of an instruction in its block.
func Index(instr ssa.Instruction) int {
	for i, x := range instr.Block().Instrs {
		if x == instr {
			return i
		}
	}
	return -1
}

// Identity returns what the receiver of a call is: a field, whichever object's, or the
// variable.
func Identity(call *ssa.CallCommon) any {
	v := call.Value
	if !call.IsInvoke() && len(call.Args) > 0 {
		v = call.Args[0]
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	if addr, ok := v.(*ssa.FieldAddr); ok {
		return ssaflow.Field(addr)
	}
	return v
}

// Receiver returns what a method is called on, nil for functions.
func Receiver(call *ssa.CallCommon) ssa.Value {
	if call.IsInvoke() {
		return call.Value
	}
	if len(call.Args) > 0 {
		return call.Args[0]
	}
	return nil
}

// CallExpr returns the call whose opening parenthesis is at pos, which is where
// SSA says that a call is.
func CallExpr(p *check.Pass, pos token.Pos) *ast.CallExpr {
	if !pos.IsValid() {
		return nil
	}
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(pos, pos+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		if call := c.Node().(*ast.CallExpr); call.Lparen == pos {
			return call
		}
	}
	return nil
}
