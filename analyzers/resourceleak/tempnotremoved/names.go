package tempnotremoved

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// isName reports whether a value is the name of the file or directory.
func (t *temporary) isName(v ssa.Value) bool {
	if conv, ok := v.(*ssa.MakeInterface); ok {
		v = conv.X
	}
	if call, ok := v.(*ssa.Call); ok && ssaflow.Callee(&call.Call) == "(*os.File).Name" {
		return site.Same(call.Call.Args[0], t.value)
	}
	return site.Same(v, t.value) && isText(v.Type())
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// returned reports whether the function returns the name as its first result, for its caller to remove
// the file.
func (t *temporary) returned() bool {
	return !site.HandsOn(t.Fate, resource.Kept, resource.Sent, resource.Captured) && slices.ContainsFunc(t.Fate.Gone, func(h resource.Hop) bool {
		ret, ok := h.Instr.(*ssa.Return)
		return ok && len(ret.Results) > 1 && t.isName(ssaflow.Returned(ret, 0))
	})
}

// given returns the doubt that code which is not known here gets the name, and may remove the file.
func (t *temporary) given() []check.Doubt {
	for instr := range ssaflow.Instrs(t.SSA.Parent()) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || !slices.ContainsFunc(call.Common().Args, t.isName) {
			continue
		}
		if fn := ssaflow.Object(call.Common()); fn == nil || fn.Pkg() != t.p.Pkg && !callmatch.Std(fn) {
			return []check.Doubt{check.Doubting(verdict.UnknownCallee, call.Pos())}
		}
	}
	return nil
}

// fix defers the removal, where no path removes it or passes it on.
func (t *temporary) fix() *edit.Fix {
	if len(t.Fate.Gone) > 0 || len(t.Fate.Closed) > 0 {
		return nil
	}
	arg := t.Name
	if !isText(t.value.Type()) {
		arg += ".Name()"
	}
	return t.Defer(t.p, t.by+"("+arg+")")
}
