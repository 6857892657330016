package bodynolimit

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// addressOf returns the address that a response comes from, nil if that is not known.
func addressOf(resp ssa.Value, steps int) ssa.Value {
	if steps == 0 {
		return nil
	}
	switch v := resp.(type) {
	case *ssa.Extract:
		return addressOf(v.Tuple, steps-1)
	case *ssa.Call:
		name := ssaflow.Callee(&v.Call)
		if i, ok := catalog.RequestAddress[name]; ok && i < len(v.Call.Args) {
			return v.Call.Args[i]
		}
		for _, arg := range v.Call.Args {
			if callmatch.TypeName(callmatch.Deref(arg.Type())) == "net/http.Request" {
				return addressOf(arg, steps-1)
			}
		}
		return passedAddress(v, steps-1)
	}
	return nil
}

// passedAddress returns the argument that a function of the package makes its request to, nil if none is.
//
//	resp, err := c.get(ctx, item.URL)
func passedAddress(call *ssa.Call, steps int) ssa.Value {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg != call.Parent().Pkg {
		return nil
	}
	for _, values := range ssaflow.Returns(callee) {
		if len(values) == 0 {
			continue
		}
		param, ok := addressOf(values[0], steps).(*ssa.Parameter)
		if i := slices.Index(callee.Params, param); ok && i >= 0 && i < len(call.Call.Args) {
			return call.Call.Args[i]
		}
	}
	return nil
}

// addresses tells data of the program from its settings.
type addresses struct {
	flow   *ssaflow.Flow
	record bool // the address is a field of a record, or comes with a request
	others bool // or a parameter that is named like what others offer
	seen   map[*ssa.Parameter]bool
}

// isData reports whether an address is a parameter or a field of what a function is passed, and no setting
// of its receiver, of the program or of a configuration, nor made of one.
func (u *addresses) isData(v ssa.Value, steps int) bool {
	if v == nil || steps == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			return u.ofRecord(x.X, callmatch.Deref(x.X.Type()))
		case *ssa.FreeVar: // a literal has captured the variable
			return u.isData(v.X, steps-1)
		}
	case *ssa.FreeVar:
		return u.isData(ssaflow.Binding(v), steps-1)
	case *ssa.Alloc:
		return u.isData(ssaflow.OnlyStore(v), steps-1)
	case *ssa.Field:
		return u.ofRecord(v.X, v.X.Type())
	case *ssa.Call:
		u.record = catalog.RequestValues[ssaflow.Callee(&v.Call)]
		return u.record
	case *ssa.Parameter:
		return u.parameter(v, steps)
	}
	return false
}

// ofRecord reports whether a struct is a record: none that keeps the settings of the program.
func (u *addresses) ofRecord(x ssa.Value, t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || slices.ContainsFunc(catalog.Words(named.Obj().Name()), func(w string) bool { return catalog.SettingWords[w] }) {
		return false
	}
	if alloc, ok := x.(*ssa.Alloc); ok {
		if only := ssaflow.OnlyStore(alloc); only != nil {
			x = only
		}
	}
	param, ok := x.(*ssa.Parameter)
	if !ok || param.Parent().Signature.Recv() != nil && param.Parent().Params[0] == param {
		return false
	}
	u.record = true
	return true
}

// parameter reports whether one of the callers passes data, or whether they are not known.
func (u *addresses) parameter(v *ssa.Parameter, steps int) bool {
	if u.seen[v] {
		return false
	}
	u.seen[v] = true
	i := slices.Index(v.Parent().Params, v)
	callers, complete := u.flow.Callers(v.Parent())
	for _, call := range callers {
		if args := call.Common().Args; i < len(args) && len(args) == len(v.Parent().Params) && u.isData(args[i], steps-1) {
			return true
		}
	}
	u.others = u.others || slices.ContainsFunc(catalog.Words(v.Name()), func(w string) bool { return catalog.OffersWords[w] })
	return len(callers) == 0 && !complete
}
