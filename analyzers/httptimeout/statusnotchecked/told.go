package statusnotchecked

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// destination looks at what a body is decoded into: a field of it may say that the request has failed, and a test
// of its content may find that out.
func (a *answer) destination(v ssa.Value) {
	if boxed, ok := v.(*ssa.MakeInterface); ok {
		v = boxed.X
	}
	if field := tellingField(callmatch.Deref(v.Type())); field != nil {
		a.doubt(verdict.TellsItself, field.Pos())
		return
	}
	if at := testedContent(v); at != nil {
		a.doubt(verdict.TellsItself, at.Pos())
	}
}

// tellingField returns a field that, by its name, says how a request has ended.
func tellingField(t types.Type) *types.Var {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range st.Fields() {
		if slices.ContainsFunc(catalog.Words(field.Name()), func(word string) bool { return catalog.OutcomeWords[word] }) {
			return field
		}
		if field.Embedded() {
			if inner := tellingField(callmatch.Deref(field.Type())); inner != nil {
				return inner
			}
		}
	}
	return nil
}

// testedContent returns a comparison or a look-up of what a variable holds, or of a field of it.
func testedContent(v ssa.Value) ssa.Instruction {
	if v.Referrers() == nil {
		return nil
	}
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			return ref
		case *ssa.Lookup:
			if ref.CommaOk {
				return ref
			}
		case *ssa.Call:
			if builtin, ok := ref.Call.Value.(*ssa.Builtin); ok && builtin.Name() == "len" {
				return ref
			}
		case *ssa.FieldAddr, *ssa.UnOp:
			if at := testedContent(ref.(ssa.Value)); at != nil {
				return at
			}
		}
	}
	return nil
}

// statusTransport returns where a transport of the package looks at the status, to return an error perhaps.
func statusTransport(p *check.Pass) token.Pos {
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		if fn.Name() != "RoundTrip" || !responds(fn.Signature) {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			if addr, ok := instr.(*ssa.FieldAddr); ok && readsStatus(addr) {
				return addr.Pos()
			}
		}
	}
	return token.NoPos
}

// stores reports whether a function writes a file: what it has got is kept.
func stores(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		name := ssaflow.Callee(call.Common())
		if catalog.LastingChanges[name] == catalog.Stores || catalog.OpensToWrite[name] {
			return true
		}
	}
	return false
}
