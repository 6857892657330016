package resource

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// store follows a value into a variable, or into a part of one that the function has made.
func (t *tracker) store(instr *ssa.Store, addr ssa.Value, holder bool) {
	if _, field := addr.(*ssa.FieldAddr); field && t.hides(instr.Val) {
		t.uses[instr] = use{instr: instr, role: uses, way: Kept, hidden: true}
		return
	}
	switch addr := addr.(type) {
	case *ssa.Alloc:
		t.add(addr, holder)
		return
	case *ssa.FieldAddr:
		if base := localBase(addr.X); base != nil {
			t.add(base, true)
			return
		}
		if base := borrower(addr.X); base != nil {
			t.add(base, true)
			return
		}
	case *ssa.IndexAddr:
		if base, ok := addr.X.(*ssa.Alloc); ok {
			t.add(base, true)
			return
		}
	case *ssa.FreeVar:
		if addr.Parent() == t.fn && t.held[addr] {
			return
		}
	}
	t.note(instr, keeps, Kept)
}

// hides reports whether a value reads or writes what was opened, and gives no way to close it:
// a bufio.Reader, or a gzip.Reader, whose Close leaves it open.
func (t *tracker) hides(v ssa.Value) bool {
	if !t.held[v] || t.o.Path {
		return false
	}
	made := v
	switch conv := v.(type) {
	case *ssa.MakeInterface:
		return t.hides(conv.X)
	case *ssa.ChangeInterface:
		return t.hides(conv.X)
	case *ssa.Extract:
		made = conv.Tuple
	}
	if call, ok := made.(*ssa.Call); ok && catalog.HidesArgument[ssaflow.Callee(&call.Call)] {
		return true
	}
	name := callmatch.TypeName(v.Type())
	return catalog.ClosesItselfOnly[name] || catalog.ReadsOnly[name]
}

// localBase returns the variable of the function that an address leads into.
func localBase(v ssa.Value) *ssa.Alloc {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v
	case *ssa.FieldAddr:
		return localBase(v.X)
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			for _, ref := range ssabuild.Referrers(cell) {
				if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(cell) {
					return localBase(store.Val)
				}
			}
		}
	}
	return nil
}

// borrower returns the value, or the variable, that an address leads into, where the function has got
// it from a call, and it uses what its fields are set to:
//
//	cmd := exec.Command(name)
//	cmd.Stdout = f
func borrower(v ssa.Value) ssa.Value {
	if !catalog.LeavesFieldsOpen[callmatch.TypeName(v.Type())] {
		return nil
	}
	if _, made := v.(*ssa.Call); made {
		return v
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	cell, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range ssabuild.Referrers(cell) {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(cell) && borrower(store.Val) != nil {
			return cell
		}
	}
	return nil
}
