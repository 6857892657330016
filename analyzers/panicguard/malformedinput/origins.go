package malformedinput

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An origin is where a value comes from.
type origin int

const (
	own     origin = iota // the program makes it
	unknown               // this package does not show
	foreign               // what the program reads or decodes
)

// origins follows values to where they come from.
type origins struct {
	flow   *ssaflow.Flow
	known  map[ssa.Value]origin
	stored map[*types.Var][]ssa.Value // what fields of the package are set to
	filled map[*types.Var]bool        // fields that something is read into
	parsed map[types.Type]bool        // types of the values that the package decodes
	// several is set where a value needs more than one element: that it is not empty says nothing.
	several bool
}

func newOrigins(flow *ssaflow.Flow) *origins {
	o := &origins{flow, make(map[ssa.Value]origin), make(map[*types.Var][]ssa.Value), make(map[*types.Var]bool), make(map[types.Type]bool), false}
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.Store:
				if addr, ok := instr.Addr.(*ssa.FieldAddr); ok {
					o.stored[ssaflow.Field(addr)] = append(o.stored[ssaflow.Field(addr)], instr.Val)
				}
			case *ssa.Call:
				o.noteFilled(&instr.Call)
				o.noteParsed(&instr.Call)
			}
		}
	}
	return o
}

// forSeveral returns the origins of values that need more than one element.
func (o *origins) forSeveral() *origins {
	return &origins{o.flow, make(map[ssa.Value]origin), o.stored, o.filled, o.parsed, true}
}

// noteFilled notes the fields whose bytes a call reads.
func (o *origins) noteFilled(call *ssa.CallCommon) {
	if !fillsArgument(call) {
		return
	}
	for _, arg := range call.Args {
		if cut, ok := arg.(*ssa.Slice); ok {
			arg = cut.X
		}
		if load, ok := arg.(*ssa.UnOp); ok {
			if addr, ok := load.X.(*ssa.FieldAddr); ok {
				o.filled[ssaflow.Field(addr)] = true
			}
		}
	}
}

// of returns where a value comes from: from outside, if any of what it may be does.
func (o *origins) of(v ssa.Value) origin {
	if v == nil {
		return own
	}
	if known, ok := o.known[v]; ok {
		return known
	}
	o.known[v] = own // a loop adds nothing
	o.known[v] = o.find(v)
	return o.known[v]
}

func (o *origins) all(list ...ssa.Value) (from origin) {
	for _, v := range list {
		from = max(from, o.of(v))
	}
	return from
}

func (o *origins) find(v ssa.Value) origin {
	switch v := v.(type) {
	case *ssa.Call:
		return o.ofCall(v, 0)
	case *ssa.Extract:
		return o.ofExtract(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return o.ofContent(v.X)
		}
		if v.Op == token.ARROW {
			return o.ofReceived(v.X)
		}
		return max(unknown, o.of(v.X))
	case *ssa.Parameter:
		return o.ofParameter(v)
	case *ssa.Field:
		if st, ok := v.X.Type().Underlying().(*types.Struct); ok {
			return o.ofField(v.X, v.X.Type(), st, v.Field)
		}
	case *ssa.MakeSlice, *ssa.Alloc:
		return o.filledBy(v)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return o.ofContent(v)
	case *ssa.Phi:
		return o.all(v.Edges...)
	case *ssa.BinOp:
		return o.all(v.X, v.Y)
	case *ssa.FreeVar:
		return o.of(ssaflow.Binding(v))
	case *ssa.Global:
		return o.ofGlobal(v)
	case *ssa.Const, *ssa.MakeMap, *ssa.Function, *ssa.MakeClosure, *ssa.MakeChan, *ssa.Builtin:
		return own
	}
	return o.all(operand(v))
}

// ofGlobal returns where a package variable comes from: one of the standard library is set by that.
func (o *origins) ofGlobal(v *ssa.Global) origin {
	if v.Pkg != o.flow.SSA.Package && inStd(v.Pkg.Pkg) {
		return own
	}
	return unknown
}
