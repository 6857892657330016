package access

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// An Access is one read or write of a field of a struct of the package, or of a
// package variable.
type Access struct {
	Func     *lockset.Func
	Instr    ssa.Instruction
	Addr     *ssa.FieldAddr // nil for a package variable
	Pos      token.Pos      // of the name
	Field    *types.Var     // or the package variable
	Part     string         // what of the field: ".x" for a field of a struct that it is, "[2]" for an element
	Owner    lockset.Path   // the object that the field belongs to, empty for a package variable
	Struct   types.Type     // its type, nil for a package variable
	Write    bool
	Content  bool        // of the elements of a map or slice that the field holds
	Called   *types.Func // the function of another package that makes the access, nil for one that is seen
	FirstUse bool        // only where the variable has no value yet, for a call
	Implied  bool        // by a store of the whole object, which is an access of its own
	Whole    bool        // the whole object is written, and with it the field
	Encoded  bool        // an encoder reads it, with the other exported fields of the object that it is passed
	Depth    int         // how many lookups lead to the map of the element, which is itself an element then
	Fresh    bool        // no other goroutine can have the object yet
	Ready    bool        // the name of the function says so
	Held     []lockset.Hold
	Permits  []lockset.Hold
	Maybe    bool     // some lock may be held
	Unsure   bool     // on some paths only
	Callers  []string // keys of the locks that some callers hold
}

// Holds returns how the access holds the lock at path for sure.
func (a *Access) Holds(path lockset.Path) (lockset.Hold, bool) {
	i := slices.IndexFunc(a.Held, func(h lockset.Hold) bool { return h.Path == path })
	if i < 0 {
		return lockset.Hold{}, false
	}
	return a.Held[i], true
}

// Length reports whether the access asks only how many elements there are.
func (a *Access) Length() bool {
	call, ok := a.Instr.(*ssa.Call)
	if !ok {
		return false
	}
	builtin, ok := call.Call.Value.(*ssa.Builtin)
	return ok && builtin.Name() == "len"
}

// HoldsKey returns how the access holds some lock of that key.
func (a *Access) HoldsKey(key string) (lockset.Hold, bool) {
	i := slices.IndexFunc(a.Held, func(h lockset.Hold) bool { return key != "" && h.Key == key })
	if i < 0 {
		return lockset.Hold{}, false
	}
	return a.Held[i], true
}

// OneCaller is the part of a field that methods access which only one goroutine at a time may call:
// other uses of the value are none of their business.
const OneCaller = "()"

// Besides reports whether a lock is a field of the object that the accessed field is of.
func (a *Access) Besides(lock lockset.Path) bool {
	if a.Struct == nil { // a variable of the package
		return false
	}
	for _, f := range LockFields(a.Struct) {
		if a.PathOf(f) == lock {
			return true
		}
	}
	return false
}

// PathOf returns the path of a lock that may protect what is accessed.
func (a *Access) PathOf(lock *types.Var) lockset.Path {
	if a.Struct == nil {
		return lockset.Path{Root: a.Func.Pkg.Locks[lock]}
	}
	return lockset.Path{Root: a.Owner.Root, Fields: a.Owner.Fields + LockPath(a.Struct, lock)}
}

// Itself reports whether an access is one of a package variable itself, and not of what it holds.
func (a *Access) Itself() bool {
	return a.Struct == nil && a.Part == "" && !a.Content && !Exempt(a.Field.Type())
}

// Empties reports whether a write takes away what is in the field.
func (a *Access) Empties() bool {
	store, ok := a.Instr.(*ssa.Store)
	return ok && !a.Content && lockset.IsNilConst(store.Val)
}

// OwnElement reports whether the access is one of the element of a slice whose number
// the caller gives: others have another number.
func (a *Access) OwnElement() bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	elem, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	_, given := elem.Index.(*ssa.Parameter)
	return given
}

// Object returns the root of the object that an access is about, through the copy that a method
// without a pointer receiver has: what a map in it holds is that of the original.
func (a *Access) Object() ssa.Value {
	if strings.Contains(a.Owner.Fields, "[") {
		return nil // which element is not known
	}
	alloc, ok := a.Owner.Root.(*ssa.Alloc)
	if ok && a.Content {
		if v := lockset.OnlyStore(alloc); v != nil {
			return v
		}
		for _, ref := range ssabuild.Referrers(alloc) {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == alloc && lockset.IsParameter(store.Val) {
				return store.Val
			}
		}
	}
	return a.Owner.Root
}

// OfPackage reports whether there is just one object: a package variable, or what it holds.
func (a *Access) OfPackage() bool {
	_, global := a.Owner.Root.(*ssa.Global)
	return a.Struct == nil || global && !strings.Contains(a.Owner.Fields, "[")
}

// SetsConstant reports whether a write stores a constant.
func (a *Access) SetsConstant() bool {
	store, ok := a.Instr.(*ssa.Store)
	if !ok {
		return false
	}
	_, constant := store.Val.(*ssa.Const)
	return constant
}
