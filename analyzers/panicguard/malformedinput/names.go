package malformedinput

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fillsArgument reports whether a call reads into what it is passed: that it succeeds says nothing of what.
func fillsArgument(call *ssa.CallCommon) bool {
	name := nameOf(call)
	return strings.HasPrefix(name, "Read") || strings.HasPrefix(name, "Recv")
}

// nameOf returns the name of the function that is called, "" where that is a value.
func nameOf(call *ssa.CallCommon) string {
	if obj := ssaflow.Object(call); obj != nil {
		return obj.Name()
	}
	return ""
}

// passesOn reports whether a call returns what it makes of its arguments.
func (o *origins) passesOn(call *ssa.CallCommon) bool {
	obj := ssaflow.Object(call)
	return obj != nil && obj.Pkg() != nil && catalog.Transforms[obj.Pkg().Path()]
}

// name returns a name of a value that two reads of one variable, field or element of a map share.
func (o *origins) name(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return "*" + o.name(v.X)
		}
	case *ssa.FieldAddr:
		return fmt.Sprintf("%s.%d", o.name(v.X), v.Field)
	case *ssa.Field:
		return fmt.Sprintf("%s.%d", o.name(v.X), v.Field)
	case *ssa.FreeVar:
		if binding := ssaflow.Binding(v); binding != nil {
			return o.name(binding)
		}
	case *ssa.Lookup:
		return o.name(v.X) + "[" + o.name(v.Index) + "]"
	case *ssa.Extract:
		if lookup, ok := v.Tuple.(*ssa.Lookup); ok && v.Index == 0 {
			return o.name(lookup)
		}
	case *ssa.Const:
		return v.Name()
	case *ssa.Call:
		if callee := ssaflow.Callee(&v.Call); catalog.SteadyReads[callee] {
			for _, arg := range v.Call.Args {
				callee += "," + o.name(arg)
			}
			return callee
		}
	}
	return fmt.Sprintf("%p", v)
}
