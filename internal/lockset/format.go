package lockset

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Formatted returns what formatting or encoding the operands of a call does to locks: a
// String, Error or MarshalJSON method that locks its receiver is called without being named.
func (p *Package) Formatted(call *ssa.CallCommon) []Op {
	fn, args := p.Target(call)
	if fn == nil {
		return nil
	}
	if i, ok := catalog.Marshalers[callmatch.Name(fn)]; ok && i < len(args) {
		return p.marshaled(args[i])
	}
	if !catalog.Formatters[callmatch.Name(fn)] || len(call.Args) == 0 {
		return nil
	}
	given, ok := ssaflow.Variadic(call.Args[len(call.Args)-1])
	if !ok {
		return nil
	}
	var ops []Op
	verbs := verbsOf(call)
	for index, arg := range given {
		if asText(verbs, index) {
			ops = append(ops, p.stringer(arg)...)
		}
	}
	return ops
}

// marshaled returns what the MarshalJSON method of an operand does to locks.
func (p *Package) marshaled(v ssa.Value) []Op {
	mi, fn := p.marshaler(v)
	switch {
	case fn == nil:
		return nil
	case fn.Pkg() != p.Types && p.imported != nil:
		if s := p.imported(fn.Origin()); s != nil {
			return p.translate(s.Effects, fn, []ssa.Value{mi.X})
		}
	case p.ByObject[fn.Origin()] != nil:
		return p.translate(p.ByObject[fn.Origin()].Summary.Effects, fn, []ssa.Value{mi.X})
	}
	return nil
}

// marshaler returns the operand of an encoder and its MarshalJSON method, nil if it has none.
func (p *Package) marshaler(v ssa.Value) (*ssa.MakeInterface, *types.Func) {
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		return nil, nil
	}
	obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), false, p.Types, "MarshalJSON")
	fn, _ := obj.(*types.Func)
	if fn == nil || fn.Signature().Params().Len() > 0 {
		return nil, nil
	}
	return mi, fn
}

func (p *Package) stringer(v ssa.Value) []Op {
	mi, ok := v.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	for _, name := range []string{"Error", "String"} {
		obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), false, p.Types, name)
		fn, ok := obj.(*types.Func)
		if !ok || !types.Identical(WithoutRecv(fn), text) {
			continue
		}
		if f := p.ByObject[fn.Origin()]; f != nil {
			return p.translate(f.Summary.Effects, fn, []ssa.Value{mi.X})
		}
		return nil
	}
	return nil
}

// text is the signature of String and Error.
var text = types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewVar(token.NoPos, nil, "", types.Typ[types.String])), false)

// verb matches what a format says about its operands.
var verb = lazyregexp.New(`%[-+# 0-9.]*([a-zA-Z%\[*])`)

// verbsOf returns the verbs of a constant format, in the order of the operands; nil
// when there is none, or one that picks its operands.
func verbsOf(call *ssa.CallCommon) []string {
	if len(call.Args) < 2 {
		return nil
	}
	format, ok := call.Args[len(call.Args)-2].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return nil
	}
	var verbs []string
	for _, m := range verb().FindAllStringSubmatch(constant.StringVal(format.Value), -1) {
		switch m[1] {
		case "[", "*":
			return nil
		case "%":
		default:
			verbs = append(verbs, m[1])
		}
	}
	return verbs
}

// asText reports whether an operand is formatted by a verb that asks for its text.
func asText(verbs []string, index ssa.Value) bool {
	at, ok := index.(*ssa.Const)
	if !ok || at.Value == nil {
		return true
	}
	i, ok := constant.Int64Val(at.Value)
	if !ok || int(i) >= len(verbs) {
		return true
	}
	switch verbs[i] {
	case "v", "s", "q", "x", "X":
		return true
	}
	return false
}
