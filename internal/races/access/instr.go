package access

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// madeBy returns what instr does to fields.
func madeBy(f *lockset.Func, instr ssa.Instruction) []*Access {
	switch instr := instr.(type) {
	case *ssa.Store:
		return append(chain(f, instr.Addr, true, instr.Pos()), replaced(f, instr)...)
	case *ssa.UnOp:
		if instr.Op == token.MUL && !aliasOnly(f, instr) && !Unused(instr) {
			return chain(f, instr.X, false, LoadPos(instr))
		}
	case *ssa.MapUpdate:
		return content(f, instr.Map, true)
	case *ssa.Lookup:
		return content(f, instr.X, false)
	case *ssa.Range:
		return content(f, instr.X, false)
	case *ssa.Call:
		return slices.Concat(byCall(f, &instr.Call), passedMaps(f, &instr.Call), handed(f, instr), byForeign(f, instr), fills(f, instr))
	}
	return nil
}

// Unused reports whether the loaded value is not used: _ = m.state only tests that m is not
// nil.
func Unused(load *ssa.UnOp) bool { return UnusedValue(load) }

// UnusedValue reports whether nothing uses a value.
func UnusedValue(v ssa.Value) bool {
	return !slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		_, debug := ref.(*ssa.DebugRef)
		return !debug
	})
}

// aliasOnly reports whether a load only serves an instruction that counts as an access of
// the content by itself, or the path to a field of another object that is never replaced.
func aliasOnly(f *lockset.Func, load *ssa.UnOp) bool {
	for _, ref := range ssabuild.Referrers(load) {
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
			if b, ok := ref.Call.Value.(*ssa.Builtin); ok && b.Name() != "len" && b.Name() != "delete" && b.Name() != "clear" || !ok && !onlyHanded(ref) {
				return false
			}
		default:
			if !onlyHanded(ref) {
				return false
			}
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
			a := ofField(f, v, write)
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
	list := chain(f, load.X, write, LoadPos(load))
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

// byCall returns the accesses of builtins and of methods known to change what
// they are called on.
func byCall(f *lockset.Func, call *ssa.CallCommon) []*Access {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "delete", "clear":
			return content(f, call.Args[0], true)
		case "copy":
			return content(f, whole(call.Args[0]), true)
		case "append":
			if cut, ok := call.Args[0].(*ssa.Slice); ok && cut.High != nil {
				return content(f, cut.X, true) // what follows the cut is overwritten
			}
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
			a.Part = OneCaller
		}
		return list
	}
	if writesFirst(call) { // also one that runs a literal, which is what the call names then
		fn, args = ssaflow.Object(call), call.Args
	}
	if fn == nil || len(args) == 0 || !catalog.Mutators[callmatch.Name(fn)] {
		return nil
	}
	changed := unboxed(args[0])
	if fa, ok := changed.(*ssa.FieldAddr); ok {
		return chain(f, fa, true, call.Pos())
	}
	return content(f, changed, true)
}

// whole returns the slice that v is a part of.
func whole(v ssa.Value) ssa.Value {
	if part, ok := v.(*ssa.Slice); ok {
		return part.X
	}
	return v
}

func ofField(f *lockset.Func, fa *ssa.FieldAddr, write bool) *Access {
	pl := f.Pkg.Place(fa)
	a := &Access{Addr: fa, Pos: fa.Pos(), Field: pl.Field, Struct: callmatch.Deref(fa.X.Type()), Write: write}
	a.Owner, _ = pl.Owner()
	return a
}
