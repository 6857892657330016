package explore

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// smallFunction is up to how many instructions a function is run in any case, for what it
// returns.
const smallFunction = 40

// A relevance says which functions of a package can do something that the exploration has
// to see: operations, starts of goroutines, calls of functions that are not known before
// the run. All others just return something.
type relevance struct {
	known   map[*ssa.Function]bool
	methods map[string]bool // names of methods of which one is relevant
	tries   bool            // there is a TryLock
}

// relevanceOf looks at the functions of a package, literals included.
func relevanceOf(fns []*ssa.Function) *relevance {
	r := &relevance{known: make(map[*ssa.Function]bool), methods: make(map[string]bool)}
	for changed := true; changed; {
		changed = false
		for _, fn := range fns {
			if !r.known[fn] && r.look(fn) {
				r.known[fn], changed = true, true
				if fn.Signature.Recv() != nil {
					r.methods[fn.Name()] = true
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
		return r.call(instr.Common())
	}
	return false
}

func (r *relevance) call(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return r.methods[call.Method.Name()] || isContextType(call.Value.Type())
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
				callee := instr.Call.StaticCallee()
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
