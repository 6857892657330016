package leftopen

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// onChange reports whether the method replaces the field each time that a value differs from the one
// that it keeps, or is called then:
//
//	if day != l.day {
//		err = l.open(day) // sets l.day
//	}
func (r *replacement) onChange() bool {
	if r.differs(r.fn, r.store) {
		return !r.callersTouch(r.fn)
	}
	callers, complete := ssaflow.Of(r.p.Pass).Callers(r.fn)
	if !complete {
		return false
	}
	for _, call := range callers {
		fn := call.Parent()
		if args := call.Common().Args; len(args) > 0 && isReceiver(fn, args[0]) && r.differs(fn, call) && !r.touched(fn, call, 2) && !r.callersTouch(fn) {
			r.again = call
			return true
		}
	}
	return false
}

// differs reports whether an instruction is reached only where a field of the receiver differs from a
// value that is not always the same, to which the field is set with the replacement.
func (r *replacement) differs(fn *ssa.Function, at ssa.Instruction) bool {
	for b := at.Block(); b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if cmp, ok := branch.Cond.(*ssa.BinOp); ok && (r.follows(fn, cmp.X, cmp.Y) || r.follows(fn, cmp.Y, cmp.X)) {
			return true
		}
	}
	return false
}

// follows reports whether a value is read from a field of the receiver that is set to another one, by the
// method or by the function that calls it.
func (r *replacement) follows(fn *ssa.Function, kept, value ssa.Value) bool {
	load, ok := kept.(*ssa.UnOp)
	if !ok {
		return false
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if _, fixed := value.(*ssa.Const); !ok || fixed || !isReceiver(fn, addr.X) {
		return false
	}
	return r.sets(fn, ssaflow.Field(addr)) || r.sets(r.fn, ssaflow.Field(addr))
}

// sets reports whether a function sets a field to a value that is not always the same.
func (r *replacement) sets(fn *ssa.Function, field *types.Var) bool {
	for instr := range ssaflow.Instrs(fn) {
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		addr, ok := store.Addr.(*ssa.FieldAddr)
		if _, fixed := store.Val.(*ssa.Const); ok && !fixed && ssaflow.Field(addr) == field {
			return true
		}
	}
	return false
}

// setWhenMade reports whether the function that makes the owner has set the field, so that each call of
// the method finds one: nothing calls the method for an object that is being made, and it looks whether the
// owner has ended.
func (r *replacement) setWhenMade() bool {
	flow := ssaflow.Of(r.p.Pass)
	callers, _ := flow.Callers(r.fn)
	if !r.looksForEnd() || slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool {
		args := call.Common().Args
		return len(args) == 0 || !isReceiver(call.Parent(), args[0])
	}) {
		return false
	}
	made := false
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			alloc, ok := instr.(*ssa.Alloc)
			if !ok || !alloc.Heap || callmatch.Named(alloc.Type()) != r.owner {
				continue
			}
			if !r.setIn(alloc) {
				return false
			}
			made = true
		}
	}
	return made
}

// setIn reports whether the function around sets the field of a new object on each path that returns it.
func (r *replacement) setIn(alloc *ssa.Alloc) bool {
	var store *ssa.Store
	for _, ref := range ssabuild.Referrers(alloc) {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || ssaflow.Field(addr) != r.field {
			continue
		}
		for _, use := range ssabuild.Referrers(addr) {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(addr) && !site.IsNil(s.Val) {
				store = s
			}
		}
	}
	if store == nil {
		return false
	}
	return !slices.ContainsFunc(ssabuild.Referrers(alloc), func(ref ssa.Instruction) bool {
		ret, ok := ref.(*ssa.Return)
		return ok && !store.Block().Dominates(ret.Block())
	})
}

// looksForEnd reports whether the method reads a flag that the method which ends the owner sets: it is not
// called to open the owner again.
func (r *replacement) looksForEnd() bool {
	stop := site.StopOf(r.p, r.owner)
	if stop == nil {
		return false
	}
	flags := make(map[*types.Var]bool)
	for _, fn := range ssabuild.Of(r.p.Pass).Funcs {
		if fn.Syntax() != ast.Node(stop) {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			if store, ok := instr.(*ssa.Store); ok {
				if addr, ok := store.Addr.(*ssa.FieldAddr); ok && types.Identical(ssaflow.Field(addr).Type().Underlying(), types.Typ[types.Bool]) {
					flags[ssaflow.Field(addr)] = true
				}
			}
		}
	}
	for instr := range ssaflow.Instrs(r.fn) {
		if load, ok := instr.(*ssa.UnOp); ok {
			if addr, ok := load.X.(*ssa.FieldAddr); ok && flags[ssaflow.Field(addr)] && isReceiver(r.fn, addr.X) {
				return true
			}
		}
	}
	return false
}

// writeOut returns the statement that writes out what a buffered writer around the field keeps, where
// the writer is replaced with the field, "" if there is none.
func (r *replacement) writeOut(owner string) string {
	call, end := site.Wrapper(r.value)
	if call == nil {
		return ""
	}
	addr := site.FieldOf(call)
	if addr == nil || !isReceiver(r.fn, addr.X) {
		return ""
	}
	return fmt.Sprintf("%s.%s.%s()\n", owner, ssaflow.Field(addr).Name(), end)
}
