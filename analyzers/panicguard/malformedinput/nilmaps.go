package malformedinput

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// nilMaps returns the writes to maps that a decoder leaves nil: the one that it decodes, for the JSON text
// null, and one in a field of the struct that it decodes, where the input does not have the field.
//
//	var labels map[string]string
//	if err := json.NewDecoder(r.Body).Decode(&labels); err != nil {
//		return err
//	}
//	labels["host"] = r.Host
func (s *search) nilMaps(fn *ssa.Function) (list []operation) {
	for instr := range ssaflow.Instrs(fn) {
		if update, ok := instr.(*ssa.MapUpdate); ok && s.leftNil(update) && !s.asksFor(update) {
			list = append(list, operation{instr: update, value: update.Map, kind: writesNil})
		}
	}
	return list
}

// leftNil reports whether a decoder may have left a map nil, and no code sets it.
func (s *search) leftNil(update *ssa.MapUpdate) bool {
	load, ok := update.Map.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	switch addr := load.X.(type) {
	case *ssa.Alloc:
		call := decodedBy(addr)
		return call != nil && catalog.DecodesNull[ssaflow.Callee(&call.Call)] && s.readFromOutside(call) && ssaflow.Follows(call, update) && !setSince(addr, call)
	case *ssa.FieldAddr:
		alloc, ok := addr.X.(*ssa.Alloc)
		if !ok || len(s.origins.stored[ssaflow.Field(addr)]) > 0 || ssaflow.Field(addr).Embedded() {
			return false
		}
		call := decodedBy(alloc)
		return call != nil && s.readFromOutside(call) && ssaflow.Follows(call, update) && !s.filledIn(alloc, call)
	}
	return false
}

// readFromOutside reports whether a call decodes what was read from outside, and not what the program may have
// stored itself: text that comes from there, or a reader of a request or connection.
func (s *search) readFromOutside(call *ssa.Call) bool {
	if len(call.Call.Args) == 0 {
		return false
	}
	input := call.Call.Args[0]
	return s.origins.of(input) == foreign || readsPeer(input, maxDepth)
}

// readsPeer reports whether a reader or decoder reads the body of a request or a connection.
func readsPeer(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	if name := callmatch.TypeName(v.Type()); name == "net.Conn" {
		return true
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return readsPeer(v.X, depth-1)
	case *ssa.ChangeInterface:
		return readsPeer(v.X, depth-1)
	case *ssa.UnOp:
		addr, ok := v.X.(*ssa.FieldAddr)
		return ok && callmatch.IsType(callmatch.Deref(addr.X.Type()), "net/http.Request")
	case *ssa.Call:
		return slices.ContainsFunc(v.Call.Args, func(arg ssa.Value) bool { return readsPeer(arg, depth-1) })
	}
	return false
}

// decodedBy returns the one call that decodes into a variable, which nothing else than that call and reads get.
func decodedBy(alloc *ssa.Alloc) (found *ssa.Call) {
	for _, ref := range ssabuild.Referrers(alloc) {
		boxed, ok := ref.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, use := range ssabuild.Referrers(boxed) {
			if call, ok := use.(*ssa.Call); ok && decodes(&call.Call) {
				found = call
			}
		}
	}
	return found
}

// setSince reports whether a variable is set after a call.
func setSince(alloc *ssa.Alloc, call *ssa.Call) bool {
	for _, ref := range ssabuild.Referrers(alloc) {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == ssa.Value(alloc) && ssaflow.Follows(call, store) {
			return true
		}
	}
	return false
}

// filledIn reports whether other code may set the fields of a variable that is decoded: the variable was set
// before as a whole, a function gets its address, or its type decodes itself.
func (s *search) filledIn(alloc *ssa.Alloc, call *ssa.Call) bool {
	t := alloc.Type()
	for _, method := range []string{"UnmarshalJSON", "UnmarshalYAML", "UnmarshalText"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, s.flow.SSA.Pkg, method); obj != nil {
			return true
		}
	}
	for _, ref := range ssabuild.Referrers(alloc) {
		switch ref := ref.(type) {
		case *ssa.Store:
			return true
		case *ssa.MakeInterface:
			for _, use := range ssabuild.Referrers(ref) {
				if use != ssa.Instruction(call) {
					return true
				}
			}
		case *ssa.Call, *ssa.Defer, *ssa.Go, *ssa.MakeClosure, *ssa.Phi:
			return true
		}
	}
	return false
}
