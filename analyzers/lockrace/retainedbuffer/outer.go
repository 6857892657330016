package retainedbuffer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// shared reports whether a container is one of the package or of an object, and not of the function.
func (b *buffer) shared(h *held, container ssa.Value) bool {
	switch c := container.(type) {
	case *ssa.Global:
		return true
	case *ssa.FieldAddr:
		_, local := partOf(c)
		return !local
	case *ssa.UnOp:
		return b.shared(h, c.X)
	}
	return false
}

// outer reports whether an address is in something that retains it: a variable of the package, a variable
// of a function around that has not the request or transaction, a field of an object that a lock guards; for a
// parameter of a method, of its receiver.
func (b *buffer) outer(h *held, addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.Global:
		return true
	case *ssa.FreeVar:
		owner := ownerOf(addr)
		return owner != nil && b.value.Parent() != owner && !b.inside(owner) && (b.row.Within != "" || b.row.Loop)
	case *ssa.FieldAddr:
		return b.outer(h, addr.X) || b.object(h, addr.X)
	case *ssa.IndexAddr:
		return b.outer(h, addr.X)
	case *ssa.UnOp:
		return b.outer(h, addr.X)
	}
	return false
}

// ownerOf returns the function that declares a captured variable.
func ownerOf(v *ssa.FreeVar) *ssa.Function {
	for range 5 {
		switch outer := ssaflow.Binding(v).(type) {
		case *ssa.FreeVar:
			v = outer
		case *ssa.Alloc:
			return outer.Parent()
		case *ssa.Parameter:
			return outer.Parent()
		default:
			return nil
		}
	}
	return nil
}

// object reports whether a value is the receiver of a method that must not retention what it gets, or an object with a
// lock, which more than one request uses; where a loop reuses the memory, any object that the function is passed.
func (b *buffer) object(h *held, v ssa.Value) bool {
	recv, ok := v.(*ssa.Parameter)
	if ok && b.row.Loop && h.fn == b.value.Parent() {
		return true
	}
	if !ok || h.fn.Signature.Recv() == nil || recv != h.fn.Params[0] {
		return false
	}
	return b.param || hasLock(recv.Type())
}

// hasLock reports whether a struct has a field that is a lock.
func hasLock(t types.Type) bool {
	s, ok := callmatch.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		switch callmatch.TypeName(f.Type()) {
		case "sync.Mutex", "sync.RWMutex":
			return true
		}
	}
	return false
}
