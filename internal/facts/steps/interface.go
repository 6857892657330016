package steps

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// hidden is a call of an interface's method. It reports whether the interface is one of the
// module, so that main can resolve the implementations.
func (w *walker) hidden(call *ast.CallExpr, fn *types.Func) bool {
	s := Step{Kind: Unseen, What: callmatch.Name(fn), Key: w.receiver(call), At: w.where(call), Hard: quiet(fn)}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s.Other = w.resolvable(w.pass.TypesInfo.TypeOf(sel.X)); s.Other != "" {
			s.Args, s.Keys = w.passed(call)
			for i, arg := range call.Args {
				if body, ok := w.function(arg); ok && isFunc(w.pass.TypesInfo.TypeOf(arg)) {
					s.Body = append(s.Body, Step{Kind: Arg, Index: i + 1, Body: body, At: s.At})
				}
			}
		}
	}
	if !s.Hard || s.Other != "" {
		w.emit(s)
	}
	return s.Other != ""
}

// resolvable returns the name of an interface of the module, or of one that has no name.
func (b *builder) resolvable(t types.Type) string {
	if in, ok := types.Unalias(t).(*types.Interface); ok && in.NumMethods() > 0 {
		name := types.TypeString(in, nil)
		b.nameless[name] = iface(name, in)
		return name
	}
	if named := callmatch.Named(t); named != nil && types.IsInterface(named) && named.Obj().Pkg() != nil && b.ours(named.Obj().Pkg().Path()) {
		return callmatch.TypeName(named)
	}
	return ""
}

// quiet reports whether a method of an interface has nothing to do with the life
// of a process.
func quiet(fn *types.Func) bool {
	return fn.Pkg() == nil || catalog.LogPackages[fn.Pkg().Path()] || catalog.ContextReaders[fn.Pkg().Path()] || callmatch.StdPath(fn.Pkg().Path())
}
