package timernotstopped

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// flagsOf returns the fields that a function, or one of the package that it calls, sets, closes or changes: those
// in which other code can see that it was called.
func flagsOf(fn *ssa.Function, depth int) map[*types.Var]bool {
	flags := make(map[*types.Var]bool)
	var visit func(fn *ssa.Function, depth int)
	visit = func(fn *ssa.Function, depth int) {
		for instr := range ssaflow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Store:
				add(flags, instr.Addr)
			case *ssa.MapUpdate:
				add(flags, instr.Map)
			case ssa.CallInstruction:
				call := instr.Common()
				_, builtin := call.Value.(*ssa.Builtin)
				if builtin || strings.HasPrefix(ssaflow.Callee(call), "(*sync/atomic.") {
					for _, arg := range call.Args {
						add(flags, arg)
					}
				}
				if callee := call.StaticCallee(); callee != nil && callee.Pkg == fn.Pkg && depth > 0 {
					visit(callee, depth-1)
				}
			}
		}
		for _, lit := range fn.AnonFuncs {
			visit(lit, depth)
		}
	}
	visit(fn, depth)
	return flags
}

// add adds the field that an address is of, or from which a value is read.
func add(flags map[*types.Var]bool, v ssa.Value) {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if addr, ok := v.(*ssa.FieldAddr); ok {
		flags[ssaflow.Field(addr)] = true
	}
}

// looks reports whether an instruction looks at a flag, or gets at a context.
func looks(instr ssa.Instruction, flags map[*types.Var]bool) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		addr, ok := instr.X.(*ssa.FieldAddr)
		return ok && instr.Op == token.MUL && (flags[ssaflow.Field(addr)] || ssaflow.IsContext(instr.Type()))
	case *ssa.Lookup:
		return false // the map is read before
	case ssa.CallInstruction:
		call := instr.Common()
		name := ssaflow.Callee(call)
		if name == "(context.Context).Err" || name == "(context.Context).Done" {
			return true
		}
		return strings.HasPrefix(name, "(*sync/atomic.") && slices.ContainsFunc(call.Args, func(arg ssa.Value) bool {
			addr, ok := arg.(*ssa.FieldAddr)
			return ok && flags[ssaflow.Field(addr)]
		})
	}
	return false
}

// An acting asks whether a function does something before it looks at a flag.
type acting struct {
	flags map[*types.Var]bool
	seen  map[*ssa.BasicBlock]bool
}

func (a *acting) acts(fn *ssa.Function, depth int) bool {
	if len(fn.Blocks) == 0 {
		return true
	}
	acted, _ := (&acting{flags: a.flags, seen: make(map[*ssa.BasicBlock]bool)}).block(fn.Blocks[0], depth)
	return acted
}

// block reports whether a path from a block acts before it looks, and whether each looks.
func (a *acting) block(b *ssa.BasicBlock, depth int) (acts, looksFirst bool) {
	if a.seen[b] {
		return false, true
	}
	a.seen[b] = true
	for _, instr := range b.Instrs {
		if looks(instr, a.flags) {
			return false, true
		}
		if acted, looked := a.step(instr, depth); acted || looked {
			return acted, looked
		}
	}
	looksFirst = len(b.Succs) > 0
	for _, next := range b.Succs {
		acted, looked := a.block(next, depth)
		if acted {
			return true, false
		}
		looksFirst = looksFirst && looked
	}
	return false, looksFirst
}

// step is block for one instruction.
func (a *acting) step(instr ssa.Instruction, depth int) (acts, looksFirst bool) {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.MapUpdate, *ssa.Go:
		return true, false
	case *ssa.Call:
		return a.call(&instr.Call, instr.Parent(), depth)
	}
	return false, false
}

func (a *acting) call(call *ssa.CallCommon, in *ssa.Function, depth int) (acts, looksFirst bool) {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "close" || b.Name() == "delete", false
	}
	callee := call.StaticCallee()
	switch {
	case callee == nil:
		return true, false
	case callee.Pkg != in.Pkg:
		return !catalog.Locks[ssaflow.Callee(call)].Acquire && !quiet(callee), false
	case depth == 0 || callee == in || len(callee.Blocks) == 0:
		return false, true
	}
	inner := &acting{flags: a.flags, seen: make(map[*ssa.BasicBlock]bool)}
	return inner.block(callee.Blocks[0], depth-1)
}

// quiet reports whether a function of another package changes nothing that others see.
func quiet(fn *ssa.Function) bool {
	if fn.Pkg == nil {
		return true // an instance
	}
	switch path := fn.Pkg.Pkg.Path(); path {
	case "time", "context", "fmt", "sync", "sync/atomic", "errors", "log", "log/slog", "strings", "strconv":
		return true
	default:
		return strings.Contains(path, "log")
	}
}
