package flagleftset

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A claim is a flag that a function sets after it has refused to go on where it was set.
type claim struct {
	flag  flag
	test  ssa.Instruction // of the flag
	set   ssa.Instruction
	from  *ssa.BasicBlock // where the flag is set, from the instruction start on
	start int
	reset ssa.Instruction // on a path from there
}

// A flag is a field of an object.
type flag struct {
	field *types.Var
	of    ssa.Value
}

// flagAt returns the flag at an address.
func flagAt(addr ssa.Value) (flag, bool) {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return flag{}, false
	}
	of := field.X
	if load, ok := of.(*ssa.UnOp); ok && load.Op == token.MUL {
		of = load.X // of one variable, which may be loaded twice
	}
	return flag{ssaflow.Field(field), of}, true
}

// atomicWrites are the calls that write a flag: the index of the value among their arguments.
var atomicWrites = map[string]int{
	"(*sync/atomic.Bool).Store":           1,
	"(*sync/atomic.Bool).Swap":            1,
	"(*sync/atomic.Bool).CompareAndSwap":  2,
	"(*sync/atomic.Int32).Store":          1,
	"(*sync/atomic.Int32).CompareAndSwap": 2,
	"sync/atomic.StoreInt32":              1,
	"sync/atomic.CompareAndSwapInt32":     2,
}

// writes returns the flag that an instruction sets or resets.
func writes(instr ssa.Instruction) (f flag, set, ok bool) {
	var addr, v ssa.Value
	switch instr := instr.(type) {
	case *ssa.Store:
		addr, v = instr.Addr, instr.Val
	case *ssa.Call:
		i := atomicWrites[ssaflow.Callee(&instr.Call)]
		if i == 0 {
			return flag{}, false, false
		}
		addr, v = instr.Call.Args[0], instr.Call.Args[i]
	default:
		return flag{}, false, false
	}
	set, ok = boolean(v)
	if !ok {
		return flag{}, false, false
	}
	f, ok = flagAt(addr)
	return f, set, ok
}

// boolean returns the value of a constant that is true, false, 0 or 1.
func boolean(v ssa.Value) (set, ok bool) {
	c, isConst := v.(*ssa.Const)
	if !isConst || c.Value == nil {
		return false, false
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return constant.BoolVal(c.Value), true
	case constant.Int:
		n, exact := constant.Int64Val(c.Value)
		return n == 1, exact && (n == 0 || n == 1)
	}
	return false, false
}

// claims returns the flags that a function sets for its own time.
func claims(fn *ssa.Function) (list []*claim) {
	for instr := range ssaflow.Instrs(fn) {
		f, set, ok := writes(instr)
		if !ok || !set {
			continue
		}
		c := &claim{flag: f, set: instr, from: instr.Block(), start: slices.Index(instr.Block().Instrs, instr) + 1}
		if c.refuses() && c.resets() {
			list = append(list, c)
		}
	}
	return list
}

// refuses finds the test that makes the function return where the flag was set before, and where the function
// goes on.
func (c *claim) refuses() bool {
	for _, b := range c.set.Parent().Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !b.Dominates(c.set.Block()) {
			continue
		}
		cond, goesOn := branch.Cond, 1
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, goesOn = not.X, 0
		}
		if swap, ok := cond.(*ssa.Call); ok && ssa.Instruction(swap) == c.set {
			// A CompareAndSwap goes on where it has set the flag, and a Swap where it was not set.
			if ssaflow.Callee(&swap.Call) != "(*sync/atomic.Bool).Swap" {
				goesOn = 1 - goesOn
			}
			c.test, c.from, c.start = c.set, b.Succs[goesOn], 0
			return len(c.from.Preds) == 1 && returns(b.Succs[1-goesOn])
		}
		if c.reads(cond) && b.Succs[goesOn].Dominates(c.set.Block()) && returns(b.Succs[1-goesOn]) {
			c.test = branch.Cond.(ssa.Instruction)
			return true
		}
	}
	return false
}

// reads reports whether a condition is the value of the flag.
func (c *claim) reads(cond ssa.Value) bool {
	var addr ssa.Value
	switch cond := cond.(type) {
	case *ssa.UnOp:
		addr = cond.X
	case *ssa.Call:
		if ssaflow.Callee(&cond.Call) == "(*sync/atomic.Bool).Load" {
			addr = cond.Call.Args[0]
		}
	}
	f, ok := flagAt(addr)
	return ok && f == c.flag
}

// returns reports whether nothing but a return follows, and the release of a lock.
func returns(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	return ok
}

// resets finds where the function itself resets the flag, which none of its deferred calls does.
func (c *claim) resets() bool {
	for instr := range ssaflow.Instrs(c.set.Parent()) {
		if call, ok := instr.(*ssa.Defer); ok && c.resetIn(call.Call.StaticCallee(), 2) || ok && c.isReset(call) {
			return false
		}
		if c.isReset(instr) && c.reset == nil {
			c.reset = instr
		}
	}
	return c.reset != nil
}

// isReset reports whether an instruction resets the flag.
func (c *claim) isReset(instr ssa.Instruction) bool {
	if call, ok := instr.(*ssa.Defer); ok {
		return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
			f, ok := flagAt(arg)
			return ok && f.field == c.flag.field
		})
	}
	f, set, ok := writes(instr)
	return ok && !set && f.field == c.flag.field
}

// resetIn reports whether a function of the package may reset the flag.
func (c *claim) resetIn(fn *ssa.Function, depth int) bool {
	if fn == nil || depth == 0 {
		return false
	}
	for instr := range ssaflow.Instrs(fn) {
		if c.isReset(instr) {
			return true
		}
		if call, ok := instr.(ssa.CallInstruction); ok && c.resetIn(call.Common().StaticCallee(), depth-1) {
			return true
		}
	}
	return false
}
