package malformedinput

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// ofCall returns where the i-th result of a call comes from.
func (o *origins) ofCall(call *ssa.Call, i int) origin {
	name := ssaflow.Callee(&call.Call)
	switch {
	case catalog.InputReads[name]:
		if ofKernel(call, maxWraps) {
			return own
		}
		return foreign
	case o.passesOn(&call.Call):
		return o.all(call.Call.Args...)
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			return o.all(call.Call.Args...)
		}
		return own
	}
	callees, complete := o.flow.Callees(call)
	from := own
	for _, fn := range callees {
		for _, results := range ssaflow.Returns(fn) {
			if i < len(results) {
				from = max(from, o.of(results[i]))
			}
		}
	}
	switch {
	case complete:
		return from
	case decodes(&call.Call):
		return foreign
	case standard(&call.Call):
		return from
	}
	return max(from, unknown)
}

// decodes reports whether a call of another package, by its name, returns what it decodes, or decodes into
// what it is passed.
func decodes(call *ssa.CallCommon) bool {
	name := nameOf(call)
	return name != "" && catalog.IsUnmarshal(name)
}

// standard reports whether a function of the standard library is called.
func standard(call *ssa.CallCommon) bool {
	obj := ssaflow.Object(call)
	return obj != nil && inStd(obj.Pkg())
}

// inStd reports whether a package is one of the standard library, as far as its path tells.
func inStd(pkg *types.Package) bool {
	return pkg != nil && !strings.Contains(strings.Split(pkg.Path(), "/")[0], ".")
}

// filledBy returns where what is in a variable or a buffer comes from: what is stored there, and what calls
// read or decode into it.
func (o *origins) filledBy(v ssa.Value) (from origin) {
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == v {
				from = max(from, o.of(ref.Val))
			}
		case *ssa.Slice, *ssa.MakeInterface:
			from = max(from, o.filledBy(ref.(ssa.Value)))
		case *ssa.Call:
			if fillsArgument(&ref.Call) || decodes(&ref.Call) {
				return foreign
			}
		case *ssa.IndexAddr:
			from = max(from, o.filledBy(ref))
		}
	}
	return from
}
