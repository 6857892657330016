package closebeforedrain

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A reading is where the channel of a send, or what holds it, is read from a field under a lock.
type reading struct {
	field      *types.Var
	at         token.Pos
	lock       string // see [lockset.Place]
	heldAtSend []string
}

// readUnderLock returns the readings from which the channel of a send comes, of locks that the send does not
// hold.
func readUnderLock(model *lockset.Package, send ssaflow.Op) []*reading {
	f := model.Func(send.Fn())
	if f == nil || !f.Known() && f.SSA.Parent() != nil {
		return nil
	}
	from := make(map[ssa.Value]bool)
	origins(channelOf(send), from)
	var list []*reading
	f.Walk(func(instr ssa.Instruction, state lockset.State) {
		list = append(list, readAt(model, instr, state, from)...)
	})
	held := keys(f.At(send.Instr))
	var free []*reading
	for _, r := range list {
		r.heldAtSend = held
		if !contains(held, r.lock) {
			free = append(free, r)
		}
	}
	return free
}

// readAt returns the readings that an instruction is: a load of a field, or a call of a function that returns
// what it has read under a lock.
func readAt(model *lockset.Package, instr ssa.Instruction, state lockset.State, from map[ssa.Value]bool) (list []*reading) {
	v, ok := instr.(ssa.Value)
	if !ok || !from[v] {
		return nil
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && holdsChannels(v.Type()) {
			for _, h := range state.Held() {
				if h.Key != "" {
					list = append(list, &reading{field: ssaflow.Field(addr), at: v.X.Pos(), lock: h.Key})
				}
			}
		}
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		if callee == nil || callee.Pkg != v.Parent().Pkg || model.Func(callee) == nil || callee == v.Parent() {
			return nil
		}
		inner := make(map[ssa.Value]bool)
		for _, results := range ssaflow.Returns(callee) {
			for _, result := range results {
				origins(result, inner)
			}
		}
		model.Func(callee).Walk(func(instr ssa.Instruction, state lockset.State) {
			if load, ok := instr.(*ssa.UnOp); ok {
				list = append(list, readAt(model, load, state, inner)...)
			}
		})
	}
	return list
}

// holdsChannels reports whether values of a type are channels, or may lead to some.
func holdsChannels(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Chan, *types.Map, *types.Slice, *types.Pointer:
		return true
	}
	return false
}

// origins adds the values of its function from which a value is computed.
func origins(v ssa.Value, seen map[ssa.Value]bool) {
	if v == nil || seen[v] {
		return
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Alloc: // a variable, or the array of a composite or a variadic call
		for _, ref := range ssabuild.Referrers(v) {
			switch ref := ref.(type) {
			case *ssa.Store:
				origins(ref.Val, seen)
			case *ssa.IndexAddr:
				storedAt(ref, seen)
			}
		}
	case *ssa.MakeMap:
		for _, ref := range ssabuild.Referrers(v) {
			if put, ok := ref.(*ssa.MapUpdate); ok {
				origins(put.Key, seen)
				origins(put.Value, seen)
			}
		}
	case *ssa.MakeSlice:
		for _, ref := range ssabuild.Referrers(v) {
			if at, ok := ref.(*ssa.IndexAddr); ok {
				storedAt(at, seen)
			}
			copied(v, ref, seen)
		}
	case ssa.Instruction:
		for _, op := range v.Operands(nil) {
			origins(*op, seen)
		}
	}
}

// copied adds what a call of copy puts into a slice.
func copied(to ssa.Value, ref ssa.Instruction, seen map[ssa.Value]bool) {
	if call, ok := ref.(*ssa.Call); ok {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "copy" && call.Call.Args[0] == to {
			origins(call.Call.Args[1], seen)
		}
	}
}

func storedAt(addr *ssa.IndexAddr, seen map[ssa.Value]bool) {
	for _, ref := range ssabuild.Referrers(addr) {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == addr {
			origins(store.Val, seen)
		}
	}
}
