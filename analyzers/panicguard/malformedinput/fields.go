package malformedinput

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// ofContent returns where what is at an address comes from.
func (o *origins) ofContent(addr ssa.Value) origin {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		if st, ok := callmatch.Deref(addr.X.Type()).Underlying().(*types.Struct); ok {
			return o.ofField(addr.X, callmatch.Deref(addr.X.Type()), st, addr.Field)
		}
	case *ssa.IndexAddr:
		return o.of(addr.X)
	}
	return o.of(addr)
}

// ofField returns where a field comes from: one with a tag of JSON is decoded.
func (o *origins) ofField(x ssa.Value, t types.Type, st *types.Struct, i int) origin {
	field := st.Field(i).Origin()
	switch {
	case catalog.InputFields[callmatch.TypeName(t)+"."+field.Name()], o.filled[field]:
		return foreign
	case field.Pkg() != nil && field.Pkg().Path() == "database/sql":
		return max(unknown, o.of(x))
	case field.Pkg() != o.flow.SSA.Pkg && inStd(field.Pkg()):
		return own
	case reflect.StructTag(st.Tag(i)).Get("json") != "":
		return max(unknown, o.of(x))
	case len(o.stored[field]) > 0:
		return o.all(o.stored[field]...)
	}
	return max(unknown, o.of(x))
}

// ofParameter returns where what callers pass comes from, but for those that have tested it.
func (o *origins) ofParameter(v *ssa.Parameter) origin {
	if catalog.CallbackParams[callmatch.TypeName(callmatch.Deref(v.Type()))] {
		return foreign
	}
	if seq := sequence(v.Parent()); seq != nil {
		return o.of(seq)
	}
	calls, complete := o.flow.Callers(v.Parent())
	from := own
	if !complete || len(calls) == 0 {
		from = unknown
	}
	i := slices.Index(v.Parent().Params, v)
	for _, call := range calls {
		args := call.Common().Args
		if at := i - (len(v.Parent().Params) - len(args)); at >= 0 && at < len(args) && !o.tested(call, args[at], false) {
			from = max(from, o.of(args[at]))
		}
	}
	return from
}
