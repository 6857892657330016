package explore

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// smallFunction is up to how many instructions a function is run in any case, for what it
// returns.
const smallFunction = 40

// A relevance says which functions of a package can do something that the exploration has
// to see: operations, starts of goroutines, calls of functions that are not known before
// the run. All others just return something.
type relevance struct {
	known   map[*ssa.Function]bool
	methods map[string][]types.Type // receivers of the relevant methods of a name
	tries   bool                    // there is a TryLock
}

// relevanceOf looks at the functions of a package, literals included.
func relevanceOf(fns []*ssa.Function) *relevance {
	r := &relevance{known: make(map[*ssa.Function]bool), methods: make(map[string][]types.Type)}
	for changed := true; changed; {
		changed = false
		for _, fn := range fns {
			if !r.known[fn] && r.look(fn) {
				r.known[fn], changed = true, true
				if recv := fn.Signature.Recv(); recv != nil {
					r.methods[fn.Name()] = append(r.methods[fn.Name()], recv.Type())
				}
			}
		}
	}
	return r
}

func (r *relevance) look(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if r.instr(instr) {
				return true
			}
		}
	}
	return false
}

func (r *relevance) instr(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.MakeChan, *ssa.Panic:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.MakeClosure:
		return r.known[instr.Fn.(*ssa.Function)]
	case ssa.CallInstruction:
		return !local(instr) && r.call(instr.Common())
	}
	return false
}

// local reports whether a call derives a context that the function only passes on, or
// cancels such a one: nobody else waits for it, unless a callee does, which is relevant then.
func local(call ssa.CallInstruction) bool {
	if cancel, ok := call.Common().Value.(*ssa.Extract); ok {
		derives, ok := cancel.Tuple.(*ssa.Call)
		return ok && cancel.Index == 1 && local(derives)
	}
	derives, ok := call.(*ssa.Call)
	if !ok || !derivesContext(derives) {
		return false
	}
	return !slices.ContainsFunc(ssabuild.Referrers(derives), func(instr ssa.Instruction) bool {
		result, ok := instr.(*ssa.Extract)
		return ok && slices.ContainsFunc(ssabuild.Referrers(result), keeps)
	})
}

// keeps reports whether an instruction does more with a value than to call it or to pass it
// to a call.
func keeps(instr ssa.Instruction) bool {
	switch instr.(type) {
	case ssa.CallInstruction, *ssa.DebugRef:
		return false
	}
	return true
}

// derivesContext reports whether a call returns a context and what cancels it.
func derivesContext(call *ssa.Call) bool {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg == nil || callee.Pkg.Pkg.Path() != "context" {
		return false
	}
	results := callee.Signature.Results()
	return results.Len() == 2 && isContextType(results.At(0).Type())
}

func (r *relevance) call(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return r.invokes(call) || isContextType(call.Value.Type())
	}
	switch fn := call.Value.(type) {
	case *ssa.Builtin:
		return fn.Name() == "close"
	case *ssa.Function:
		if r.known[fn] {
			return true
		}
		obj, _ := fn.Object().(*types.Func)
		if obj == nil || obj.Pkg() == nil || fn.Blocks != nil {
			return false
		}
		r.tries = r.tries || obj.Pkg().Path() == "sync" && strings.HasPrefix(obj.Name(), "Try")
		_, modeled := models[obj.FullName()]
		return modeled
	case *ssa.MakeClosure:
		return r.known[fn.Fn.(*ssa.Function)]
	}
	return true
}

// invokes reports whether a call of an interface's method may run a relevant one.
func (r *relevance) invokes(call *ssa.CallCommon) bool {
	iface, ok := call.Value.Type().Underlying().(*types.Interface)
	return !ok || slices.ContainsFunc(r.methods[call.Method.Name()], func(t types.Type) bool {
		return isGeneric(t) || types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface)
	})
}

// isGeneric reports whether a receiver's type has type parameters, so that it depends on its
// arguments what it implements.
func isGeneric(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.TypeParams().Len() > 0
}

func isContextType(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// skips reports whether a call of fn need not be run.
func (r *relevance) skips(fn *ssa.Function) bool {
	if r == nil || r.known[fn] || fn.Synthetic != "" {
		return false
	}
	n := 0
	for _, b := range fn.Blocks {
		if n += len(b.Instrs); n > smallFunction {
			return true
		}
	}
	return false
}

// creates reports whether fn, a literal in it, or a function that it calls makes something
// that goroutines can wait for.
func creates(fn *ssa.Function, callees bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MakeChan:
				return true
			case *ssa.Alloc:
				if holdsSync(instr.Type().Underlying().(*types.Pointer).Elem(), 0) {
					return true
				}
			case *ssa.Call:
				callee := calleeOf(&instr.Call)
				if callee == nil {
					continue
				}
				if callee.Pkg == fn.Pkg && callees && creates(callee, false) {
					return true
				}
				if obj := callee.Object(); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context" {
					return true
				}
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if creates(lit, callees) {
			return true
		}
	}
	return false
}

// holdsSync reports whether a value of type t synchronizes, or has a field that does.
func holdsSync(t types.Type, depth int) bool {
	if opaque(t) {
		return true
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || depth > 3 {
		return false
	}
	for i := range s.NumFields() {
		if holdsSync(s.Field(i).Type(), depth+1) {
			return true
		}
	}
	return false
}
