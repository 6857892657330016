// Package ssainstr has small questions about instructions of the SSA form.
package ssainstr

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// TellsEnd reports whether a channel signals the end of a context, or of a time.
func TellsEnd(flow *ssaflow.Flow, ch ssa.Value) bool {
	if call, ok := ch.(*ssa.Call); ok {
		name := ssaflow.Callee(&call.Call)
		return name == "(context.Context).Done" || catalog.Timeouts[name]
	}
	return flow.ChannelSource(ch).Context != nil
}

// LastOf returns the last instruction of a block.
func LastOf(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

// A Point is a place in a function: in front of the index-th instruction of block.
type Point struct {
	Block *ssa.BasicBlock
	Index int
}

// Before reports whether control has been at p whenever it gets to q.
func (p Point) Before(q Point) bool {
	if p.Block == q.Block {
		return p.Index <= q.Index
	}
	return p.Block.Parent() == q.Block.Parent() && p.Block.Dominates(q.Block)
}

// PlaceOf returns the place in front of instr.
func PlaceOf(instr ssa.Instruction) Point {
	return Point{instr.Block(), slices.Index(instr.Block().Instrs, instr)}
}

// Calls returns the calls in fn, go and defer statements included.
func Calls(fn *ssa.Function) []ssa.CallInstruction {
	var list []ssa.CallInstruction
	for instr := range ssaflow.Instrs(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			list = append(list, call)
		}
	}
	return list
}

// ReadsField reports whether a value is computed from one of the fields, within a few steps.
func ReadsField(v ssa.Value, fields map[*types.Var]bool) bool { return readsField(v, fields, 6) }

func readsField(v ssa.Value, fields map[*types.Var]bool, depth int) bool {
	if addr, ok := v.(*ssa.FieldAddr); ok && fields[ssaflow.Field(addr)] {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	return ok && depth > 0 && slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		return *op != nil && readsField(*op, fields, depth-1)
	})
}

// CursorAt returns the smallest node around the token at pos.
func CursorAt(p *check.Pass, pos token.Pos) (inspector.Cursor, bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if !pos.IsValid() {
		return inspector.Cursor{}, false
	}
	return in.Root().FindByPos(pos, pos+1)
}

// GoroutineAround returns fn, or the function literal around it, if it is the
// body of a goroutine.
func GoroutineAround(flow *ssaflow.Flow, fn *ssa.Function) *ssa.Function {
	for ; fn != nil; fn = fn.Parent() {
		for _, s := range flow.Starts() {
			if bodies, _ := s.Runs(); slices.Contains(bodies, fn) {
				return fn
			}
		}
	}
	return nil
}

// AtInstr returns a predicate for the syntax of instr, a call.
func AtInstr(instr ssa.CallInstruction) func(astindex.Call) bool {
	return func(c astindex.Call) bool { return c.Expr.Lparen == instr.Pos() }
}

// CallAt returns the call in fn whose parenthesis is at pos, nil if there is none.
func CallAt(fn *ssa.Function, pos token.Pos) ssa.CallInstruction {
	if fn == nil {
		return nil
	}
	for _, call := range Calls(fn) {
		if call.Common().Pos() == pos {
			return call
		}
	}
	return nil
}

// InstrsAfter returns the instructions after instr in its block.
func InstrsAfter(instr ssa.Instruction) []ssa.Instruction {
	list := instr.Block().Instrs
	for i, other := range list {
		if other == instr {
			return list[i+1:]
		}
	}
	return nil
}

// Resolve returns the value that a variable holds, looking through conversions,
// captures, and locals that are assigned once.
func Resolve(v ssa.Value) ssa.Value {
	for range 16 {
		next := v
		switch x := v.(type) {
		case *ssa.MakeInterface:
			next = x.X
		case *ssa.ChangeInterface:
			next = x.X
		case *ssa.ChangeType:
			next = x.X
		case *ssa.UnOp:
			next = x.X
		case *ssa.FreeVar:
			next = ssaflow.Binding(x)
		case *ssa.Alloc:
			if stored := ssaflow.OnlyStore(x); stored != nil {
				next = stored
			}
		}
		if next == nil || next == v {
			return v
		}
		v = next
	}
	return v
}

// IsNil reports whether a value is the constant nil.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// CallOf returns the call whose result v is, nil if it is none.
func CallOf(v ssa.Value) *ssa.Call {
	if part, ok := v.(*ssa.Extract); ok {
		v = part.Tuple
	}
	call, _ := v.(*ssa.Call)
	return call
}
