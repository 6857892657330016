package access

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

// handed returns the reads of the maps that a call hands to a function of another package which looks at
// their entries before it returns.
//
//	return json.Marshal(s.usage)
func handed(f *lockset.Func, call *ssa.Call) []*Access {
	if !readsMaps(&call.Call) {
		return nil
	}
	var list []*Access
	for i, arg := range call.Call.Args {
		if i == 0 && (writesFirst(&call.Call) || call.Call.Signature().Recv() != nil && !call.Call.IsInvoke()) {
			continue
		}
		if further, ok := ssaflow.Variadic(arg); ok {
			for _, v := range further {
				list = append(list, handedMap(f, v)...)
			}
			continue
		}
		list = append(list, handedMap(f, arg)...)
		list = append(list, encoded(f, call, arg)...)
	}
	return list
}

// encoded returns the reads of the fields of the object that a call encodes: those that are exported.
//
//	return json.NewEncoder(w).Encode(s)
func encoded(f *lockset.Func, call *ssa.Call, arg ssa.Value) []*Access {
	v := unboxed(arg)
	pointer, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || !catalog.Encoders[ssaflow.Callee(&call.Call)] || encodesItself(v.Type()) {
		return nil
	}
	st, ok := pointer.Elem().Underlying().(*types.Struct)
	owner := f.Pkg.Place(v).Path
	if !ok || strings.Contains(owner.Fields, "[") {
		return nil
	}
	pos := nameOfValue(f, call, arg)
	list := chain(f, v, false, pos)
	for i := range st.NumFields() {
		field := st.Field(i).Origin()
		if field.Exported() && !strings.Contains(st.Tag(i), `:"-"`) && !Exempt(field.Type()) {
			list = append(list, &Access{Pos: pos, Field: field, Owner: owner, Struct: pointer.Elem(), Encoded: true, Content: lockset.IsMap(field.Type())})
		}
	}
	return list
}

// nameOfValue returns the position of the name of an argument.
func nameOfValue(f *lockset.Func, call *ssa.Call, arg ssa.Value) token.Pos {
	i := slices.Index(call.Call.Args, arg)
	if !call.Call.IsInvoke() && call.Call.Signature().Recv() != nil {
		i--
	}
	return nameOfArg(f, call, i)
}

// encodesItself reports whether values of a type have a method that encodes them.
func encodesItself(t types.Type) bool {
	methods := types.NewMethodSet(t)
	return slices.ContainsFunc([]string{"MarshalJSON", "MarshalYAML", "MarshalXML", "MarshalText", "GobEncode"}, func(name string) bool {
		return methods.Lookup(nil, name) != nil
	})
}

func handedMap(f *lockset.Func, arg ssa.Value) []*Access {
	v := converted(unboxed(arg))
	if !lockset.IsMap(v.Type()) {
		return nil
	}
	return content(f, v, false)
}

// readsMaps reports whether a call is of a function that looks at the entries of the maps that it is passed.
func readsMaps(call *ssa.CallCommon) bool {
	fn := ssaflow.Object(call)
	name := callmatch.Name(fn)
	return fn != nil && fn.Pkg() != nil && (catalog.ReadsMaps[fn.Pkg().Path()] || catalog.ReadsMaps[name] || catalog.Encoders[name])
}

// writesFirst reports whether a call changes its first argument.
func writesFirst(call *ssa.CallCommon) bool {
	return catalog.Mutators[callmatch.Name(ssaflow.Object(call))]
}

// onlyHanded reports whether what uses a map hands it to such a function, perhaps as one of further
// arguments, and does nothing else with it.
func onlyHanded(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Call:
		return readsMaps(&use.Call)
	case *ssa.MakeInterface:
		return all(use.Referrers(), onlyHanded)
	case *ssa.ChangeType:
		return all(use.Referrers(), onlyHanded)
	case *ssa.Store:
		elem, ok := use.Addr.(*ssa.IndexAddr)
		return ok && all(elem.X.Referrers(), handsFurther)
	}
	return false
}

// handsFurther reports whether an instruction fills the array of further arguments, or hands it over.
func handsFurther(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.IndexAddr:
		return true
	case *ssa.Slice:
		return all(use.Referrers(), onlyHanded)
	}
	return false
}

// all reports whether all uses of a value are of a kind; those of a package variable are not listed.
func all(uses *[]ssa.Instruction, ok func(ssa.Instruction) bool) bool {
	return uses != nil && !slices.ContainsFunc(*uses, func(use ssa.Instruction) bool { return !ok(use) })
}
