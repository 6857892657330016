package resource

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// captured looks at a function literal, or method value, that captures the value.
func (t *tracker) captured(v ssa.Value, mk *ssa.MakeClosure) {
	fn := mk.Fn.(*ssa.Function)
	r := uses
	for i, b := range mk.Bindings {
		if b != v {
			continue
		}
		if fn.Syntax() == nil { // a method value
			if obj, ok := fn.Object().(*types.Func); ok && t.o.Ends(obj.Name()) {
				r = closes
			}
			t.outlived = t.outlived || stored(mk)
			continue
		}
		if does := t.p.roleOf(param{fn, i, true}, t.o, t.held[v]); does != wraps {
			r = max(r, does)
		}
	}
	t.closure(mk, r, make(map[ssa.Value]bool))
}

// stored reports whether a field or element gets a function value.
func stored(fn ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(fn), func(ref ssa.Instruction) bool {
		store, ok := ref.(*ssa.Store)
		if !ok {
			return false
		}
		_, local := store.Addr.(*ssa.Alloc)
		return !local
	})
}

// closure looks at what becomes of a function that does r to the value: where it is called
// or deferred it does that there; other code that gets it may do it at any time.
func (t *tracker) closure(fn ssa.Value, r role, seen map[ssa.Value]bool) {
	if seen[fn] || fn.Referrers() == nil {
		return
	}
	seen[fn] = true
	for _, ref := range ssabuild.Referrers(fn) {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == fn {
				t.closure(cell, r, seen)
			} else if r != uses {
				t.note(ref, r, Captured)
			}
		case *ssa.UnOp, *ssa.Phi, *ssa.ChangeType:
			t.closure(ref.(ssa.Value), r, seen)
		case *ssa.Go:
			if !t.lends(ref, r) {
				t.note(ref, max(r, keeps), Captured)
			}
		case ssa.CallInstruction:
			if r != uses {
				t.note(ref, r, Captured)
			}
		default:
			t.outlived = t.outlived || r == uses // by a literal that is returned, or kept
			if r != uses {
				t.note(ref, r, Captured)
			}
		}
	}
}

// closedBefore reports whether what closes the value is deferred before at, by a literal that
// captures its variable.
func (t *tracker) closedBefore(at ssa.Instruction) bool {
	for instr, u := range t.uses {
		_, deferred := instr.(*ssa.Defer)
		if deferred && u.role != uses && instr != at && precedes(instr, at) {
			return true
		}
	}
	return false
}

// precedes reports whether a comes before b whenever b is reached.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// lends reports whether a goroutine of which the whole code is known only uses the value, and notes that it
// does: nothing closes the value there, and it may be in use when the function returns.
//
//	sub := client.Subscribe(ctx, topic)
//	go func() {
//		for m := range sub.Channel() { out <- m } // and no sub.Close()
//	}()
func (t *tracker) lends(start *ssa.Go, r role) bool {
	if r != uses || !t.o.GoroutinesBorrow {
		return false
	}
	t.note(start, uses, Captured)
	t.users = append(t.users, start)
	return true
}
