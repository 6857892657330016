package neverremoved

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A collection is a map or slice in a field or package variable, and what the package does to it.
type collection struct {
	field *types.Var
	adds  []*addition
	ends  token.Pos // of what takes elements away, or limits how many there are
	leaks token.Pos // of what gives the map or slice to code that is not known here
}

// An addition is an access that adds an element, with what tells it from others: its key, or the element of a slice.
type addition struct {
	*access.Access
	key ssa.Value
}

// collections returns those of the package to which something is added, in the order of their first access.
func collections(p *lockset.Package) []*collection {
	byField := make(map[*types.Var]*collection)
	var list []*collection
	for _, a := range access.Of(p) {
		if !holdsMany(a.Field.Type()) || a.Part != "" {
			continue
		}
		c := byField[a.Field]
		if c == nil {
			c = &collection{field: a.Field}
			byField[a.Field] = c
			list = append(list, c)
		}
		c.note(a)
	}
	return list
}

func holdsMany(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

// note takes down what an access does.
func (c *collection) note(a *access.Access) {
	switch instr := a.Instr.(type) {
	case *ssa.MapUpdate:
		if a.Depth == 0 {
			c.adds = append(c.adds, &addition{a, instr.Key})
		}
		return
	case *ssa.Store:
		if elem := appended(instr, a); elem != nil {
			c.adds = append(c.adds, &addition{a, elem})
			return
		}
		if a.Fresh || setup.Early(a) || setup.OnFirstUse(a) || isNil(instr.Val) && !a.Content {
			return
		}
	case *ssa.UnOp:
		if !a.Content && !staysHere(instr) {
			c.leaks = a.Pos
		}
		return
	case *ssa.Call:
		if !a.Write && (!a.Length() || !compared(instr)) {
			return
		}
	default:
		return
	}
	c.ends = a.Pos
}

// appended returns what a store appends to the slice that it stores to, nil if it stores anything else.
func appended(store *ssa.Store, a *access.Access) ssa.Value {
	call, ok := store.Val.(*ssa.Call)
	if !ok || a.Content {
		return nil
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || len(call.Call.Args) != 2 {
		return nil
	}
	load, ok := call.Call.Args[0].(*ssa.UnOp)
	if !ok || a.Func.Pkg.Place(load.X).Field != a.Field && load.X != store.Addr {
		return nil
	}
	return onlyElement(call.Call.Args[1])
}

// onlyElement returns the one element of a slice that a call with a variable number of arguments makes.
func onlyElement(v ssa.Value) ssa.Value {
	slice, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range ssabuild.Referrers(array) {
		index, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(index) {
			if store, ok := use.(*ssa.Store); ok {
				return store.Val
			}
		}
	}
	return nil
}

// staysHere reports whether nothing that is done with a loaded map or slice may take elements away: it is read, or
// given to a function of package maps or slices that only reads.
func staysHere(load *ssa.UnOp) bool {
	for _, ref := range ssabuild.Referrers(load) {
		switch ref := ref.(type) {
		case *ssa.MapUpdate, *ssa.Lookup, *ssa.Range, *ssa.BinOp, *ssa.IndexAddr, *ssa.Index, *ssa.DebugRef:
		case *ssa.Call:
			name := ssaflow.Callee(&ref.Call)
			_, builtin := ref.Call.Value.(*ssa.Builtin)
			reads := (strings.HasPrefix(name, "maps.") || strings.HasPrefix(name, "slices.")) && !strings.Contains(name, "Delete")
			if !builtin && !reads {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// compared reports whether a length is compared with anything but zero: there may be a limit.
func compared(length *ssa.Call) bool {
	for _, ref := range ssabuild.Referrers(length) {
		if cmp, ok := ref.(*ssa.BinOp); ok && cmp.Op != token.EQL && cmp.Op != token.NEQ {
			other := cmp.X
			if other == ssa.Value(length) {
				other = cmp.Y
			}
			if c, ok := other.(*ssa.Const); !ok || c.Value == nil || c.Int64() != 0 {
				return true
			}
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
