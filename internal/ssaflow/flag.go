package ssaflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Flag is a variable or field that a loop may test to see whether to stop: a
// bool, or a value of sync/atomic.
type Flag struct {
	Var    *types.Var // field or package variable; nil for a local
	Raises []Op       // stores of anything but the zero value
	Open   bool       // code elsewhere may set it
}

// flagType reports whether a variable of type t can be a flag.
func flagType(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsBoolean != 0
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "sync/atomic" {
		return false
	}
	switch named.Obj().Name() {
	case "Bool", "Int32", "Int64", "Uint32", "Uint64":
		return true
	}
	return false
}

// flag returns the flag that address addr points to, nil if it is none.
func (f *Flow) flag(addr ssa.Value) *Flag {
	ptr, ok := addr.Type().Underlying().(*types.Pointer)
	if !ok || !flagType(ptr.Elem()) {
		return nil
	}
	var key any
	var v *types.Var
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		v = f.declared(structField(addr.X.Type(), addr.Field))
		key = v
	case *ssa.Global:
		v, _ = addr.Object().(*types.Var)
		key = addr
	default:
		return nil
	}
	fl := f.flags[key]
	if fl == nil {
		// Exported ones may be set by decoding, in package main as well.
		fl = &Flag{Var: v, Open: v == nil || v.Pkg() != f.pkg || v.Exported()}
		if f.settled {
			late, _ := f.late.LoadOrStore(key, fl)
			return late.(*Flag)
		}
		f.flags[key] = fl
	}
	return fl
}

// flagStore notes stores to flags, and flags whose address is kept.
func (f *Flow) flagStore(s *ssa.Store) {
	if fl := f.flag(s.Addr); fl != nil && !isZero(s.Val) {
		fl.Raises = append(fl.Raises, Op{s, false, -1})
	}
	if fl := f.flag(s.Val); fl != nil {
		fl.Open = true
	}
}

// flagCall notes what methods and functions do to flags they get the address of.
func (f *Flow) flagCall(instr ssa.CallInstruction) {
	call := instr.Common()
	for i, arg := range call.Args {
		fl := f.flag(arg)
		if fl == nil {
			continue
		}
		name := Callee(call)
		switch {
		case !strings.HasPrefix(name, "(*sync/atomic.") || i > 0:
			fl.Open = true
		case strings.HasSuffix(name, ").Load"):
		case strings.HasSuffix(name, ").Store") && isZero(call.Args[1]):
		default:
			fl.Raises = append(fl.Raises, Op{instr, false, -1})
		}
	}
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if c.Value == nil {
		return true
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(c.Value)
	case constant.Int:
		n, ok := constant.Int64Val(c.Value)
		return ok && n == 0
	}
	return false
}

// flagTest returns the flag that cond is the value of, and whether cond is true when the
// flag is set.
func (f *Flow) flagTest(cond ssa.Value) (fl *Flag, raised bool) {
	switch cond := cond.(type) {
	case *ssa.UnOp:
		switch cond.Op {
		case token.NOT:
			fl, raised = f.flagTest(cond.X)
			return fl, !raised
		case token.MUL:
			return f.flag(cond.X), true
		}
	case *ssa.Call:
		if strings.HasPrefix(Callee(&cond.Call), "(*sync/atomic.") && strings.HasSuffix(Callee(&cond.Call), ").Load") {
			return f.flag(cond.Call.Args[0]), true
		}
	case *ssa.BinOp:
		if cond.Op != token.EQL && cond.Op != token.NEQ || !isConst(cond.Y) {
			return nil, false
		}
		fl, _ = f.flagTest(cond.X)
		return fl, (cond.Op == token.NEQ) == isZero(cond.Y)
	}
	return nil, false
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}
