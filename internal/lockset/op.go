package lockset

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Lock is a lock in one of its two modes.
type Lock struct {
	Path
	Read bool
}

// An Op is one thing that an instruction does to a lock.
type Op struct {
	Lock
	Acquire bool
	Try     bool         // only when the call says so
	Permit  bool         // it is no lock, see [permit]
	Net     bool         // the instruction leaves it so; else it takes the lock and gives it back
	Sure    bool         // not only under a condition that the caller may control
	Key     string       // see [Place]
	Field   *types.Var   // the field that is the lock, if it is one
	Loads   []*types.Var // see [Place]
	Callee  *types.Func  // the function that does it, nil when the call is that of the lock's method
	At      token.Pos    // where the callee does it, if in this package
}

// Frees reports whether r releases the lock of op, by any path to it.
func (r Op) Frees(op Op) bool {
	return !r.Acquire && (r.Path == op.Path || r.Key != "" && r.Key == op.Key)
}

// Ops returns what a call does to locks, itself or through what it calls.
func (p *Package) Ops(call *ssa.CallCommon) []Op {
	c := p.Lookup(call)
	if c.direct != nil {
		return c.direct
	}
	switch {
	case c.callee != nil && c.callee.version != c.version:
		c.ops, c.version = p.indirect(call), c.callee.version
	case c.callee == nil && c.version == 0 && c.imported != nil:
		c.ops, c.version = p.indirect(call), 1
	case c.callee == nil && c.imported == nil && !call.IsInvoke():
		return p.indirect(call) // of a function that another call returned
	}
	return c.ops
}

// indirect returns what a callee's summary says, in the caller's terms.
func (p *Package) indirect(call *ssa.CallCommon) []Op {
	if result, ok := call.Value.(*ssa.Call); ok && !call.IsInvoke() {
		return p.returned(result) // lock()()
	}
	if ext, ok := call.Value.(*ssa.Extract); ok && !call.IsInvoke() {
		if result, ok := ext.Tuple.(*ssa.Call); ok {
			return p.returned(result)
		}
	}
	s := p.SummaryOf(call)
	if s == nil {
		return nil
	}
	fn, args := p.Target(call)
	return p.translate(s.Effects, fn, args)
}

// returned returns what calling a function that a call returned does.
func (p *Package) returned(result *ssa.Call) []Op {
	s := p.SummaryOf(&result.Call)
	if s == nil {
		return nil
	}
	fn, args := p.Target(&result.Call)
	return p.translate(s.Result, fn, args)
}

func (p *Package) translate(effects []Effect, callee *types.Func, args []ssa.Value) []Op {
	var ops []Op
	for _, e := range effects {
		op := Op{
			Lock: Lock{Path{e.root, e.Fields}, e.Read}, Acquire: e.Acquire, Permit: e.Permit, Net: e.Net, Sure: e.Sure,
			Key: e.Key, Field: e.field, Loads: e.loads, Callee: callee, At: e.at,
		}
		if e.Param >= 0 {
			if e.Param >= len(args) {
				continue
			}
			base := p.Place(args[e.Param])
			op.Path = Path{base.Root, base.Fields + e.Fields}
			op.Loads = append(base.Loads[:len(base.Loads):len(base.Loads)], e.loads...)
			if e.Key == "" {
				op.Key = base.Key
			}
			if e.Fields == "" {
				op.Field = base.Field
			}
			if _, ok := args[e.Param].Type().Underlying().(*types.Pointer); !ok && e.Fields != "" && !isPointerLike(args[e.Param]) {
				continue // a copy
			}
		}
		if op.Root == nil || len(op.Fields) > MaxFields {
			continue
		}
		ops = append(ops, op)
	}
	return ops
}

// isPointerLike reports whether v is an interface made from a pointer.
func isPointerLike(v ssa.Value) bool {
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		_, iface := v.Type().Underlying().(*types.Interface)
		return iface
	}
	_, ok = mi.X.Type().Underlying().(*types.Pointer)
	return ok
}
