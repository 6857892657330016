package lockstate

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An Access is one read or write of a field of a struct of the package, or of a
// package variable.
type Access struct {
	Func     *Func
	Instr    ssa.Instruction
	Addr     *ssa.FieldAddr // nil for a package variable
	Pos      token.Pos      // of the name
	Field    *types.Var     // or the package variable
	Part     string         // what of the field: ".x" for a field of a struct that it is, "[2]" for an element
	Owner    Path           // the object that the field belongs to, empty for a package variable
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
	Held     []Hold
	permits  []Hold
	maybe    bool     // some lock may be held
	unsure   bool     // on some paths only
	callers  []string // keys of the locks that some callers hold
}

// Holds returns how the access holds the lock at path for sure.
func (a *Access) Holds(path Path) (Hold, bool) {
	i := slices.IndexFunc(a.Held, func(h Hold) bool { return h.Path == path })
	if i < 0 {
		return Hold{}, false
	}
	return a.Held[i], true
}

// HoldsKey returns how the access holds some lock of that key.
func (a *Access) HoldsKey(key string) (Hold, bool) {
	i := slices.IndexFunc(a.Held, func(h Hold) bool { return key != "" && h.Key == key })
	if i < 0 {
		return Hold{}, false
	}
	return a.Held[i], true
}

// Accesses returns all accesses of the package, in the order of
// functions and blocks.
func (p *Package) Accesses() []*Access {
	if p.accessed {
		return p.accesses
	}
	p.accessed = true
	for _, f := range p.Funcs {
		if f.SSA.Synthetic != "" {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held State) {
			for _, a := range f.accesses(instr) {
				foreign := a.Field.Pkg() != p.types
				if foreign && !a.ofPackage() && a.Called == nil && !a.whole || !a.Pos.IsValid() {
					continue
				}
				a.Func, a.Instr, a.Held, a.permits = f, instr, held.Held(), held.permits()
				a.maybe, a.unsure, a.callers = held.split()
				a.Fresh = p.unshared(a.Owner.Root, a.Instr) || a.Struct == nil && f.inInit()
				a.Ready = f.initializes(a.Struct == nil) && !f.calledInUse()
				if foreign || a.Part == oneCaller || a.whole {
					p.apart = append(p.apart, a)
					continue
				}
				p.accesses = append(p.accesses, a)
			}
		})
	}
	return p.accesses
}

// initializes reports whether f makes a new object ready, or, when it is about
// package variables, the package: it is init, or called like it.
func (f *Func) initializes(global bool) bool {
	if !global {
		return isInitializer(f.SSA)
	}
	fn := f.outermost()
	return fn.Signature.Recv() == nil && strings.HasPrefix(strings.ToLower(fn.Name()), "init")
}

// calledInUse reports whether the package calls f as well where it ends or renews an object that
// others have: what an init method does there is no preparation.
//
//	func (s *session) Close() { s.pipe.Close(); s.initPipe() }
func (f *Func) calledInUse() bool {
	return slices.ContainsFunc(f.sites, func(s site) bool {
		caller := f.pkg.byFunc[s.caller.outermost()]
		return !s.start && caller != nil && caller.SSA.Signature.Recv() != nil && (caller.ends() || caller.renews()) && !s.private(f)
	})
}

// renews reports whether f begins something anew, by its name.
func (f *Func) renews() bool {
	name := strings.ToLower(f.SSA.Name())
	return slices.ContainsFunc([]string{"reconnect", "reload", "reopen", "restart", "reinit", "refresh", "renew", "rotate"}, func(word string) bool { return strings.HasPrefix(name, word) })
}

// inInit reports whether f runs when the package is initialized, before anything else.
func (f *Func) inInit() bool {
	name := f.outermost().Name()
	return name == "init" || strings.HasPrefix(name, "init#")
}

// accesses returns what instr does to fields.
func (f *Func) accesses(instr ssa.Instruction) []*Access {
	switch instr := instr.(type) {
	case *ssa.Store:
		return append(f.chain(instr.Addr, true, instr.Pos()), f.replaced(instr)...)
	case *ssa.UnOp:
		if instr.Op == token.MUL && !f.aliasOnly(instr) && !unused(instr) {
			return f.chain(instr.X, false, loadPos(instr))
		}
	case *ssa.MapUpdate:
		return f.content(instr.Map, true)
	case *ssa.Lookup:
		return f.content(instr.X, false)
	case *ssa.Range:
		return f.content(instr.X, false)
	case *ssa.Call:
		return slices.Concat(f.called(&instr.Call), f.mapsOf(instr), f.fills(instr))
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
func (f *Func) aliasOnly(load *ssa.UnOp) bool {
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
func (f *Func) chain(addr ssa.Value, write bool, pos token.Pos) []*Access {
	var list []*Access
	part := ""
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			a := f.access(v, write)
			a.Part = part
			if a.Field != nil {
				list = append(list, a)
				part = "." + a.Field.Name() + part
			}
			addr = v.X
		case *ssa.IndexAddr:
			if _, ok := callmatch.Deref(v.X.Type()).Underlying().(*types.Array); !ok {
				return append(list, f.content(v.X, write)...)
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
func (f *Func) content(v ssa.Value, write bool) []*Access {
	if inner := lookup(v); inner != nil && isMap(v.Type()) {
		if takenOut(inner) {
			return nil
		}
		return deeper(f.content(inner.X, write))
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	list := f.chain(load.X, write, loadPos(load))
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

// takenOut reports whether the function also deletes what it looks up: the element is its own then.
//
//	conns := r.byToken[token]
//	delete(r.byToken, token)
func takenOut(found *ssa.Lookup) bool {
	for instr := range ssaflow.Instrs(found.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		builtin, ok := call.Call.Value.(*ssa.Builtin)
		if ok && builtin.Name() == "delete" && call.Call.Args[1] == found.Index && precedes(found, call) {
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
func (f *Func) called(call *ssa.CallCommon) []*Access {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "delete", "clear":
			return f.content(call.Args[0], true)
		case "len":
			if _, ok := call.Args[0].Type().Underlying().(*types.Map); ok {
				return f.content(call.Args[0], false)
			}
		}
		return nil
	}
	fn, args := f.pkg.target(call)
	if fn != nil && len(args) > 0 && catalog.OneCaller[callmatch.Name(fn)] {
		list := f.content(args[0], true)
		for _, a := range list {
			a.Part = oneCaller
		}
		return list
	}
	if fn == nil || len(args) == 0 || !catalog.Mutators[callmatch.Name(fn)] {
		return nil
	}
	if fa, ok := args[0].(*ssa.FieldAddr); ok {
		return f.chain(fa, true, call.Pos())
	}
	return f.content(args[0], true)
}

func (f *Func) access(fa *ssa.FieldAddr, write bool) *Access {
	pl := f.pkg.place(fa)
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
