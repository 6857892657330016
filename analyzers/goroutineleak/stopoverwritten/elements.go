package stopoverwritten

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A removal takes one element out of a map in a field.
type removal struct {
	field *types.Var
	instr ssa.CallInstruction
}

// An addition puts what a goroutine is given into a map in a field.
type addition struct {
	field *types.Var
	fn    *ssa.Function
}

func removedFrom(p *check.Pass) (list []removal) {
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for _, call := range ssainstr.Calls(fn) {
			field := deletedFrom(call.Common())
			if name := ssaflow.Callee(call.Common()); name == "(*sync.Map).Delete" || name == "(*sync.Map).LoadAndDelete" {
				field = syncMap(call.Common())
			}
			if field != nil {
				list = append(list, removal{field, call})
			}
		}
	}
	return list
}

// additions returns the maps to which a function adds the key or the value that a goroutine is given, which it
// starts itself or by another function.
func additions(flow *ssaflow.Flow, start ssaflow.Start) []addition {
	fn := start.Instr.Parent()
	given := givenTo(start.Instr.Common())
	if list := addedIn(fn, given); len(list) > 0 {
		return list
	}
	var list []addition
	callers, _ := flow.Callers(fn)
	for _, call := range callers {
		args := slices.DeleteFunc(givenTo(call.Common()), func(v ssa.Value) bool {
			i := slices.Index(call.Common().Args, v)
			return i >= 0 && (i >= len(fn.Params) || !slices.Contains(given, ssa.Value(fn.Params[i])))
		})
		list = append(list, addedIn(call.Parent(), args)...)
	}
	return list
}

// givenTo returns what a call passes, and what the literals in it capture.
func givenTo(call *ssa.CallCommon) (list []ssa.Value) {
	var add func(v ssa.Value)
	add = func(v ssa.Value) {
		if mk, ok := v.(*ssa.MakeClosure); ok {
			for _, b := range mk.Bindings {
				add(b)
			}
			return
		}
		list = append(list, ssainstr.Resolve(v))
	}
	if !call.IsInvoke() {
		add(call.Value)
	}
	for _, arg := range call.Args {
		add(arg)
	}
	return list
}

// addedIn returns the additions of a function, or of the function around it, of given values.
func addedIn(fn *ssa.Function, given []ssa.Value) (list []addition) {
	for ; fn != nil; fn = fn.Parent() {
		for instr := range ssaflow.Instrs(fn) {
			field, key, value := added(instr)
			if field != nil && (isGiven(key, given) || isGiven(value, given) || holdsGiven(value, given)) {
				list = append(list, addition{field, fn})
			}
		}
	}
	return list
}

// added returns the map in a field that an instruction adds to, with the key and the value.
func added(instr ssa.Instruction) (field *types.Var, key, value ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		return mapField(instr.Map), instr.Key, instr.Value
	case *ssa.Call:
		switch ssaflow.Callee(&instr.Call) {
		case "(*sync.Map).Store", "(*sync.Map).LoadOrStore", "(*sync.Map).Swap":
			return syncMap(&instr.Call), instr.Call.Args[1], instr.Call.Args[2]
		}
	}
	return nil, nil, nil
}

// adds reports whether a function adds to the map in a field.
func adds(fn *ssa.Function, field *types.Var) bool {
	for instr := range ssaflow.Instrs(fn) {
		if to, _, _ := added(instr); to == field {
			return true
		}
	}
	return false
}

func syncMap(call *ssa.CallCommon) *types.Var {
	if addr, ok := call.Args[0].(*ssa.FieldAddr); ok {
		return ssaflow.Field(addr)
	}
	return nil
}

func isGiven(v ssa.Value, given []ssa.Value) bool {
	v = ssainstr.Resolve(v)
	if _, isConst := v.(*ssa.Const); isConst {
		return false
	}
	return slices.Contains(given, v)
}

// holdsGiven reports whether an object that is made here holds a given value in a field.
func holdsGiven(v ssa.Value, given []ssa.Value) bool {
	object, ok := ssainstr.Resolve(v).(*ssa.Alloc)
	return ok && slices.ContainsFunc(ssabuild.Referrers(object), func(instr ssa.Instruction) bool {
		addr, ok := instr.(*ssa.FieldAddr)
		return ok && slices.ContainsFunc(ssabuild.Referrers(addr), func(instr ssa.Instruction) bool {
			store, ok := instr.(*ssa.Store)
			return ok && store.Addr == addr && isGiven(store.Val, given)
		})
	})
}

// mentions reports whether a function, or one of the package that it calls, uses a field.
func mentions(flow *ssaflow.Flow, fn *ssa.Function, field *types.Var, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		if addr, ok := instr.(*ssa.FieldAddr); ok && ssaflow.Field(addr) == field {
			return true
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || depth == 0 {
			continue
		}
		callees, _ := flow.Callees(call)
		if slices.ContainsFunc(callees, func(c *ssa.Function) bool { return c != fn && mentions(flow, c, field, depth-1) }) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return mentions(flow, lit, field, depth) })
}

// startStmt returns the statement that starts a goroutine.
func startStmt(cur inspector.Cursor) analysis.Range {
	for c := range cur.Enclosing((*ast.GoStmt)(nil), (*ast.ExprStmt)(nil)) {
		return c.Node()
	}
	return cur.Node()
}
