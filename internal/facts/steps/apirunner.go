package steps

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// apiRunner is a call that starts a service, waits for a signal and stops it.
func (w *walker) apiRunner(name string, call *ast.CallExpr) bool {
	row, ok := catalog.Runners[name]
	if !ok || row.Arg >= len(call.Args) {
		return false
	}
	service, at := call.Args[row.Arg], w.where(call)
	w.calls(service, row.Before, call)
	names, term := "SIGINT, SIGTERM", true
	if len(call.Args) > row.Signals {
		names, term = w.signals(call, row.Signals)
	}
	w.emit(Step{Kind: Signal, What: names, Key: w.temp(call), Hard: term, At: at})
	w.emit(Step{Kind: Recv, Key: w.temp(call), At: at})
	w.calls(service, row.After, call)
	return true
}

// calls walks methods of a value that a framework calls.
func (w *walker) calls(value ast.Expr, names []string, call *ast.CallExpr) {
	t := w.pass.TypesInfo.TypeOf(value)
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(t, true, w.pass.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok || types.IsInterface(t) {
			w.emit(Step{Kind: Unseen, What: callmatch.TypeName(t) + "." + name, At: w.where(call)})
			continue
		}
		bd := bindKeys(nil, nil, 0)
		bd.keys[receiverKey] = w.key(value)
		w.out = append(w.out, w.conditional(w.mine(bd.apply(w.summary(fn).Steps), fn, call))...)
	}
}
