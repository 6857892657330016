package statusnotchecked

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// used notes the first place at which the body is used.
func (a *answer) used(at token.Pos) {
	if !at.IsValid() {
		at = a.call.Pos()
	}
	if !a.data.IsValid() {
		a.data = at
	}
}

// body follows a body, or what reads it.
func (a *answer) body(v ssa.Value) {
	a.each(v, func(v ssa.Value, use ssa.Instruction) {
		call, ok := use.(ssa.CallInstruction)
		if !ok {
			a.used(use.Pos())
			return
		}
		if call.Common().IsInvoke() && call.Common().Value == v {
			a.invoked(call)
			return
		}
		a.read(v, call)
	})
}

// invoked follows a method of the body: Read fills a buffer.
func (a *answer) invoked(call ssa.CallInstruction) {
	if catalog.ClosesByName(call.Common().Method.Name()) {
		a.closed = true
		return
	}
	a.used(call.Pos())
	for _, arg := range call.Common().Args {
		a.bytes(arg)
		if part, ok := arg.(*ssa.Slice); ok {
			a.bytes(part.X)
		}
	}
}

// read follows what a function makes of a body.
func (a *answer) read(v ssa.Value, call ssa.CallInstruction) {
	fn, name := call.Common().StaticCallee(), ssaflow.Callee(call.Common())
	result, _ := call.(*ssa.Call)
	_, all := catalog.ReadsAll[name]
	switch {
	case catalog.Copies[name]:
		if !discards(call.Common().Args[0]) {
			a.used(call.Pos())
		}
	case result != nil && catalog.StreamDecoders[name]:
		a.decoder(result)
	case result != nil && (catalog.HidesArgument[name] || catalog.Decompressors[name] || catalog.LimitsReader[name]):
		a.results(result, a.body)
	case result != nil && all && len(call.Common().Args) == 1:
		a.results(result, a.bytes)
	case fn != nil && fn.Pkg != nil && fn.Pkg.Pkg == a.p.Pkg:
		a.parameter(v, call, a.body)
	case !closesOnly(call.Common(), v):
		a.used(call.Pos())
	}
}

// results follows the first result of a call.
func (a *answer) results(call *ssa.Call, follow func(ssa.Value)) {
	if _, tuple := call.Type().(*types.Tuple); !tuple {
		follow(call)
		return
	}
	for _, ref := range ssabuild.Referrers(call) {
		if result, ok := ref.(*ssa.Extract); ok && result.Index == 0 {
			follow(result)
		}
	}
}

func (a *answer) parameter(v ssa.Value, call ssa.CallInstruction, follow func(ssa.Value)) {
	fn := call.Common().StaticCallee()
	for i, arg := range call.Common().Args {
		if arg == v && i < len(fn.Params) {
			follow(fn.Params[i])
		}
	}
}

// closesOnly reports whether a function can do nothing with an argument but close it, as far as its type tells.
func closesOnly(call *ssa.CallCommon, v ssa.Value) bool {
	return slices.ContainsFunc(call.Args, func(arg ssa.Value) bool { return arg == v && callmatch.TypeName(arg.Type()) == "io.Closer" })
}

// discards reports whether a writer keeps nothing.
func discards(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	global, ok := load.X.(*ssa.Global)
	return ok && global.Name() == "Discard"
}

// decoder follows what decodes a body.
func (a *answer) decoder(v ssa.Value) {
	a.each(v, func(_ ssa.Value, use ssa.Instruction) {
		a.used(use.Pos())
		if call, ok := use.(ssa.CallInstruction); ok && strings.HasPrefix(ssaflow.ShortName(call.Common()), "Decoder.Decode") {
			a.destination(call.Common().Args[1])
		}
	})
}

// bytes follows the bytes of a body. What only logs them, or puts them into an error, makes no result of them.
func (a *answer) bytes(v ssa.Value) {
	a.each(v, func(v ssa.Value, use ssa.Instruction) {
		call, ok := use.(ssa.CallInstruction)
		if !ok {
			a.kept(use)
			return
		}
		if builtin, ok := call.Common().Value.(*ssa.Builtin); ok {
			if builtin.Name() != "len" {
				a.used(use.Pos())
			}
			return
		}
		fn := call.Common().StaticCallee()
		decodes := catalog.Decoders
		switch name := ssaflow.Callee(call.Common()); {
		case decodes[name].Into > 0:
			a.used(call.Pos())
			a.destination(call.Common().Args[decodes[name].Into])
		case catalog.Searches[name]:
			a.used(call.Pos())
			a.doubt(verdict.TellsItself, call.Pos())
		case tells(call.Common()):
			a.used(call.Pos())
			a.doubt(verdict.TellsItself, call.Pos())
		case fn != nil && fn.Pkg != nil && fn.Pkg.Pkg == a.p.Pkg:
			a.used(call.Pos())
			a.parameter(v, call, a.bytes)
		default:
			a.used(call.Pos())
		}
	})
}

// tells reports whether a function says if a text is the expected one: it answers yes or no, or parses it.
func tells(call *ssa.CallCommon) bool {
	results := call.Signature().Results()
	if results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.Bool]) {
		return true
	}
	fn := ssaflow.Object(call)
	return fn != nil && catalog.Words(fn.Name())[0] == "parse"
}

// kept notes an instruction that does something else with the bytes than a call.
func (a *answer) kept(use ssa.Instruction) {
	if _, compared := use.(*ssa.BinOp); compared {
		a.doubt(verdict.TellsItself, use.Pos())
	}
	if !logged(use) {
		a.used(use.Pos())
	}
}

// logged reports whether an instruction puts a value into the list of what a function prints.
func logged(use ssa.Instruction) bool {
	store, ok := use.(*ssa.Store)
	if !ok {
		return false
	}
	slot, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	for _, ref := range ssabuild.Referrers(slot.X) {
		list, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, user := range ssabuild.Referrers(list) {
			call, ok := user.(ssa.CallInstruction)
			fn := objectOf(call, ok)
			if fn != nil && (catalog.LogsByName(fn.Name()) || catalog.MakesError(callmatch.Name(fn), fn.Name())) {
				return true
			}
		}
	}
	return false
}

func objectOf(call ssa.CallInstruction, ok bool) *types.Func {
	if !ok {
		return nil
	}
	return ssaflow.Object(call.Common())
}
