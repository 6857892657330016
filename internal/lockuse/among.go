package lockuse

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// among returns the acquisitions, in a loop over all objects of a kind, of the lock of each, while that of one is
// held, which may be among them:
//
//	c.mu.RLock()
//	for _, other := range clients {
//		names = append(names, other.Name()) // read-locks other.mu
//	}
//
// What only this object leads to, as its children, does not contain it. A comparison of the two before the call
// leaves it out.
func among(f *lockset.Func) (list []Double) {
	f.Walk(func(instr ssa.Instruction, held lockset.State) {
		call, ok := instr.(*ssa.Call)
		if !ok || len(held) == 0 || !lockset.Loops(call.Block()) {
			return
		}
		for _, op := range f.Pkg.Ops(&call.Call) {
			elem, container := element(f, call, op)
			h, ok := ofSibling(f, op, elem, container, held)
			if ok && !(op.Read && h.Read && !holding.Written(f.Pkg, op.Key)) && !comparedBefore(f, h.Root, elem, call) {
				list = append(list, Double{At: call, Op: op, Held: h, Among: true})
				return
			}
		}
	})
	return list
}

// ofSibling returns the lock that is held for sure of an object, where op acquires the same one of an element of what
// holds such objects.
func ofSibling(f *lockset.Func, op lockset.Op, elem, container ssa.Value, held lockset.State) (lockset.Hold, bool) {
	if elem == nil || !op.Acquire || op.Try || !op.Sure || op.Key == "" {
		return lockset.Hold{}, false
	}
	for _, h := range held.Held() {
		recv, ok := h.Root.(*ssa.Parameter)
		if ok && h.Must && h.Key == op.Key && f.Encloses(h.Pos) && f.Pkg.Place(elem).Fields+h.Fields == op.Fields &&
			types.Identical(recv.Type(), elem.Type()) && holdsAll(f, container, recv) {
			return h, true
		}
	}
	return lockset.Hold{}, false
}

// element returns the element of a container, in a loop over all of them, whose lock an operation of a call is about.
func element(f *lockset.Func, call *ssa.Call, op lockset.Op) (elem, container ssa.Value) {
	for _, arg := range call.Call.Args {
		for v := arg; v != nil; v = through(v) {
			if container := ranged(v); container != nil && types.Identical(v.Type(), elementType(container.Type())) && f.Pkg.Place(v).Root == op.Root {
				return v, container
			}
		}
	}
	return nil, nil
}

// through returns what a field is a field of, or a pointer was read from.
func through(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.X
	case *ssa.FieldAddr:
		return v.X
	}
	return nil
}

// ranged returns what a loop takes an element from, nil for another value.
func ranged(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Extract:
		if next, ok := v.Tuple.(*ssa.Next); ok && v.Index == 2 {
			if over, ok := next.Iter.(*ssa.Range); ok {
				return over.X
			}
		}
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.IndexAddr); ok {
			if step, ok := at.Index.(*ssa.BinOp); ok && step.Op == token.ADD {
				return at.X // range, whose index is counted up
			}
		}
	}
	return nil
}

func elementType(t types.Type) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Map:
		return t.Elem()
	}
	return types.Typ[types.Invalid]
}

// holdsAll reports whether a container is a package variable, one of an object that recv only points to, or what a
// function returns that reads such a variable.
func holdsAll(f *lockset.Func, container ssa.Value, recv *ssa.Parameter) bool {
	pl := f.Pkg.Place(container)
	switch root := pl.Root.(type) {
	case *ssa.Global:
		return true
	case *ssa.Parameter:
		return pl.Fields != "" && (root != recv || strings.Count(pl.Fields, ".") > 1 && len(pl.Loads) > 0)
	case *ssa.Call:
		callee := f.Pkg.Callee(&root.Call)
		return pl.Fields == "" && callee != nil && readsAll(callee.SSA, recv.Type())
	}
	return false
}

// readsAll reports whether a function reads a package variable that holds objects of a type.
func readsAll(fn *ssa.Function, of types.Type) bool {
	for instr := range ssaflow.Instrs(fn) {
		load, ok := instr.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		if _, global := load.X.(*ssa.Global); global && types.Identical(elementType(load.Type()), of) {
			return true
		}
	}
	return false
}

// comparedBefore reports whether a branch before a call depends on what both objects are.
func comparedBefore(f *lockset.Func, x, y ssa.Value, call *ssa.Call) bool {
	for instr := range ssaflow.Instrs(f.SSA) {
		cmp, ok := instr.(*ssa.BinOp)
		if ok && callmatch.Compares(cmp.Op) && cmp.Block().Dominates(call.Block()) && cmp.Block() != call.Block() &&
			(computed(f.Pkg, cmp.X, x) && computed(f.Pkg, cmp.Y, y) || computed(f.Pkg, cmp.X, y) && computed(f.Pkg, cmp.Y, x)) {
			return true
		}
	}
	return false
}
