package races

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
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
	firstUse bool        // see [Access.onFirstUse]
	implied  bool        // by a store of the whole object, which is an access of its own
	whole    bool        // the whole object is written, and with it the field
	Depth    int         // how many lookups lead to the map of the element, which is itself an element then
	Fresh    bool        // no other goroutine can have the object yet
	Ready    bool        // the name of the function says so
	Held     []lockset.Hold
	permits  []lockset.Hold
	Maybe    bool     // some lock may be held
	unsure   bool     // on some paths only
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

// HoldsKey returns how the access holds some lock of that key.
func (a *Access) HoldsKey(key string) (lockset.Hold, bool) {
	i := slices.IndexFunc(a.Held, func(h lockset.Hold) bool { return key != "" && h.Key == key })
	if i < 0 {
		return lockset.Hold{}, false
	}
	return a.Held[i], true
}

// Accesses returns all accesses of the package, in the order of
// functions and blocks.
func Accesses(p *lockset.Package) []*Access { return collected(p).own }

// Apart returns the accesses of variables of other packages, and the calls of methods that only one
// goroutine at a time may call.
func Apart(p *lockset.Package) []*Access { return collected(p).apart }

// A collection is all accesses of a package.
type collection struct {
	done       bool
	own, apart []*Access
}

func collected(p *lockset.Package) *collection {
	c := lockset.Memo[collection](p)
	if c.done {
		return c
	}
	c.done = true
	for _, f := range p.Funcs {
		if f.SSA.Synthetic != "" {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			for _, a := range accesses(f, instr) {
				foreign := a.Field.Pkg() != p.Types
				if foreign && !a.ofPackage() && a.Called == nil && !a.whole || !a.Pos.IsValid() {
					continue
				}
				a.Func, a.Instr, a.Held, a.permits = f, instr, held.Held(), held.Permits()
				a.Maybe, a.unsure, a.Callers = held.Split()
				a.Fresh = p.Unshared(a.Owner.Root, a.Instr) || a.Struct == nil && f.InInit()
				a.Ready = initializes(f, a.Struct == nil) && !calledInUse(f)
				if foreign || a.Part == oneCaller || a.whole {
					c.apart = append(c.apart, a)
					continue
				}
				c.own = append(c.own, a)
			}
		})
	}
	return c
}

// initializes reports whether f makes a new object ready, or, when it is about
// package variables, the package: it is init, or called like it.
func initializes(f *lockset.Func, global bool) bool {
	if !global {
		return lockset.IsInitializer(f.SSA)
	}
	fn := f.Outermost()
	return fn.Signature.Recv() == nil && strings.HasPrefix(strings.ToLower(fn.Name()), "init")
}

// calledInUse reports whether the package calls f as well where it ends or renews an object that
// others have: what an init method does there is no preparation.
//
//	func (s *session) Close() { s.pipe.Close(); s.initPipe() }
func calledInUse(f *lockset.Func) bool {
	return slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
		caller := f.Pkg.ByFunc[s.Caller.Outermost()]
		return !s.Start && caller != nil && caller.SSA.Signature.Recv() != nil && (ends(caller) || renews(caller)) && !s.Private(f)
	})
}

// renews reports whether f begins something anew, by its name.
func renews(f *lockset.Func) bool {
	name := strings.ToLower(f.SSA.Name())
	return slices.ContainsFunc([]string{"reconnect", "reload", "reopen", "restart", "reinit", "refresh", "renew", "rotate"}, func(word string) bool { return strings.HasPrefix(name, word) })
}

// accesses returns what instr does to fields.
func accesses(f *lockset.Func, instr ssa.Instruction) []*Access {
	switch instr := instr.(type) {
	case *ssa.Store:
		return append(chain(f, instr.Addr, true, instr.Pos()), replaced(f, instr)...)
	case *ssa.UnOp:
		if instr.Op == token.MUL && !aliasOnly(f, instr) && !unused(instr) {
			return chain(f, instr.X, false, loadPos(instr))
		}
	case *ssa.MapUpdate:
		return content(f, instr.Map, true)
	case *ssa.Lookup:
		return content(f, instr.X, false)
	case *ssa.Range:
		return content(f, instr.X, false)
	case *ssa.Call:
		return slices.Concat(called(f, &instr.Call), mapsOf(f, instr), fills(f, instr))
	}
	return nil
}

// unused reports whether the loaded value is not used: _ = m.state only tests that m is not
// nil.
func unused(load *ssa.UnOp) bool {
	return !slices.ContainsFunc(*load.Referrers(), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
}

// aliasOnly reports whether a load only serves an instruction that counts as an access of
// the content by itself, or the path to a field of another object that is never replaced.
func aliasOnly(f *lockset.Func, load *ssa.UnOp) bool {
	for _, ref := range *load.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			if ref.Map != load {
				return false
			}
		case *ssa.Lookup:
			if ref.X != load {
				return false
			}
		case *ssa.Range:
		case *ssa.Call:
			if b, ok := ref.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" && b.Name() != "delete" && b.Name() != "clear" {
				return false
			}
		default:
			return false
		}
	}
	_, isMap := load.Type().Underlying().(*types.Map)
	return isMap
}

// chain returns the accesses of the fields that lead to addr, innermost first: s.a.b is the
// field b of s.a, and a part of the field a of s. pos is the position of a package variable
// at the end, which has none of its own.
func chain(f *lockset.Func, addr ssa.Value, write bool, pos token.Pos) []*Access {
	var list []*Access
	part := ""
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			a := access(f, v, write)
			a.Part = part
			if a.Field != nil {
				list = append(list, a)
				part = "." + a.Field.Name() + part
			}
			addr = v.X
		case *ssa.IndexAddr:
			if _, ok := callmatch.Deref(v.X.Type()).Underlying().(*types.Array); !ok {
				return append(list, content(f, v.X, write)...)
			}
			index, ok := v.Index.(*ssa.Const)
			if !ok {
				return list // which element is not known
			}
			addr, part = v.X, "["+index.Name()+"]"+part
		case *ssa.Global:
			if obj, ok := v.Object().(*types.Var); ok && part == "" {
				list = append(list, &Access{Pos: pos, Field: obj, Write: write})
			}
			return list
		default:
			return list
		}
	}
}

// content returns the accesses of the elements of a map or slice value.
func content(f *lockset.Func, v ssa.Value, write bool) []*Access {
	if inner := lookup(v); inner != nil && lockset.IsMap(v.Type()) {
		if TakenOut(inner) {
			return nil
		}
		return deeper(content(f, inner.X, write))
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	list := chain(f, load.X, write, loadPos(load))
	for _, a := range list {
		a.Content = true
	}
	return list
}

// lookup returns the lookup that found a value, nil for other values.
func lookup(v ssa.Value) *ssa.Lookup {
	if extract, ok := v.(*ssa.Extract); ok && extract.Index == 0 {
		v = extract.Tuple
	}
	found, _ := v.(*ssa.Lookup)
	return found
}

// TakenOut reports whether the function also deletes what it looks up: the element is its own then.
//
//	conns := r.byToken[token]
//	delete(r.byToken, token)
func TakenOut(found *ssa.Lookup) bool {
	for instr := range ssaflow.Instrs(found.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		builtin, ok := call.Call.Value.(*ssa.Builtin)
		if ok && builtin.Name() == "delete" && call.Call.Args[1] == found.Index && lockset.Precedes(found, call) {
			return true
		}
	}
	return false
}

// deeper makes accesses of elements those of the elements of a map that is one of them:
//
//	s.byUser[user][key] = value
func deeper(list []*Access) []*Access {
	for _, a := range list {
		a.Depth++
	}
	return list
}

// called returns the accesses of builtins and of methods known to change what
// they are called on.
func called(f *lockset.Func, call *ssa.CallCommon) []*Access {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "delete", "clear":
			return content(f, call.Args[0], true)
		case "len":
			if _, ok := call.Args[0].Type().Underlying().(*types.Map); ok {
				return content(f, call.Args[0], false)
			}
		}
		return nil
	}
	fn, args := f.Pkg.Target(call)
	if fn != nil && len(args) > 0 && catalog.OneCaller[callmatch.Name(fn)] {
		list := content(f, args[0], true)
		for _, a := range list {
			a.Part = oneCaller
		}
		return list
	}
	if fn == nil || len(args) == 0 || !catalog.Mutators[callmatch.Name(fn)] {
		return nil
	}
	if fa, ok := args[0].(*ssa.FieldAddr); ok {
		return chain(f, fa, true, call.Pos())
	}
	return content(f, args[0], true)
}

func access(f *lockset.Func, fa *ssa.FieldAddr, write bool) *Access {
	pl := f.Pkg.Place(fa)
	a := &Access{Addr: fa, Pos: fa.Pos(), Field: pl.Field, Struct: callmatch.Deref(fa.X.Type()), Write: write}
	a.Owner, _ = pl.Owner()
	return a
}

// oneCaller is the part of a field that methods access which only one goroutine at a time may call:
// other uses of the value are none of their business.
const oneCaller = "()"

// loadPos returns the position of the name that a load is about.
func loadPos(load *ssa.UnOp) token.Pos {
	for _, ref := range *load.Referrers() {
		if d, ok := ref.(*ssa.DebugRef); ok && !d.IsAddr {
			return d.Expr.Pos()
		}
	}
	return load.Pos()
}
