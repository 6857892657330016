package stopneversignalled

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// cancelInStop calls the cancel function that the owner keeps in a field, in the method that stops the
// owner:
//
//	func (p *prober) Close() {
//		p.cancel()
func cancelInStop(p *check.Pass, w ssaflow.Wait) *edit.Fix {
	if w.Source.Context == nil || len(w.Source.Context.Makes) != 1 {
		return nil
	}
	owner, field := keptCancel(w.Source.Context.Makes[0])
	if field == nil || owner.Obj().Pkg() != p.Pkg {
		return nil
	}
	decl, recv := stopfix.StopMethod(p, owner, w.Instr.Pos())
	if decl == nil {
		return nil
	}
	e := p.Edit(w.Instr.Pos())
	call := recv + "." + field.Name() + "()"
	waitgroup.AtStart(e, decl.Body, call)
	return e.Fix("Call "+call+" in "+decl.Name.Name, "")
}

// keptCancel returns the field in which the cancel function of a context is stored, and its struct.
func keptCancel(made ssa.Value) (owner *types.Named, field *types.Var) {
	if ext, ok := made.(*ssa.Extract); ok {
		made = ext.Tuple
	}
	call, ok := made.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	for _, ref := range ssabuild.Referrers(call) {
		cancel, ok := ref.(*ssa.Extract)
		if !ok || cancel.Index != 1 {
			continue
		}
		for _, use := range ssabuild.Referrers(cancel) {
			store, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			if addr, ok := store.Addr.(*ssa.FieldAddr); ok {
				named := callmatch.Named(addr.X.Type())
				if st, ok := addr.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok && named != nil {
					return named, st.Field(addr.Field)
				}
			}
		}
	}
	return nil, nil
}
