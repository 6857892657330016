package steps

import (
	"go/ast"
	constants "go/constant"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// apiState handles signals, contexts, states and the outside.
func (w *walker) apiState(name string, call *ast.CallExpr, to []string) bool {
	at := w.where(call)
	if row, ok := catalog.Notifies[name]; ok {
		key := nth(to, 0)
		if catalog.Notifies[name].Channel >= 0 {
			key = w.key(arg(call, catalog.Notifies[name].Channel))
		}
		names, term := w.signals(call, row.Signals)
		if names != "" {
			w.emit(Step{Kind: Signal, What: names, Key: key, Hard: term, At: at})
		}
		return true
	}
	if catalog.SignalContexts[name] {
		w.emit(Step{Kind: Signal, What: "SIGINT, SIGTERM", Key: w.signalKey(call, to), Hard: true, At: at})
		return true
	}
	_, ends := catalog.ContextEnds[name]
	_, derives := catalog.ContextDerives[name]
	switch {
	case ends || derives:
		if name == "golang.org/x/sync/errgroup.WithContext" {
			to = to[min(1, len(to)):]
		}
		if catalog.ContextDerives[name] != "detached" {
			w.same(nth(to, 0), w.key(arg(call, 0)), w.pass.TypesInfo.TypeOf(call.Args[0]))
		}
	case catalog.StateReads[name], catalog.StateWrites[name]:
		kind, key := Read, w.receiver(call)
		if catalog.StateWrites[name] {
			kind = Set
		}
		if callmatch.Callee(w.pass.TypesInfo, call).Signature().Recv() == nil {
			key = w.key(arg(call, 0))
		}
		w.emit(Step{Kind: kind, Key: key, At: at})
	case name == "(context.Context).Err":
		w.emit(Step{Kind: Read, Key: w.receiver(call), At: at})
	case catalog.HealthUpdates[name]:
		w.emit(Step{Kind: Set, Key: healthKey, At: at})
	case catalog.ConnectLimits[name]:
		w.emit(Step{Kind: Bound, Limit: w.limit(arg(call, 0), false), At: at})
	case catalog.EnvReads[name]:
		if key := w.constant(arg(call, 0)); key != "" {
			w.emit(Step{Kind: Env, What: key, At: at})
		} else if i, ok := w.params[varOfExpr(w.pass.TypesInfo, arg(call, 0))]; ok {
			w.emit(Step{Kind: Env, Index: i, At: at})
		}
	case catalog.Asks[name], catalog.Sends[name], catalog.Connects[name]:
		w.emit(Step{Kind: Ask, What: name, Limit: w.limit(arg(call, 0), false), At: at})
	case catalog.Persists[name]:
		w.emit(Step{Kind: Persist, What: name, At: at})
	default:
		return false
	}
	return true
}

// signalKey is the key of the context that a call returns which signals end.
func (w *walker) signalKey(call *ast.CallExpr, to []string) string {
	if key := nth(to, 0); key != "" {
		return key
	}
	return w.temp(call)
}

func varOfExpr(info *types.Info, e ast.Expr) *types.Var {
	if id, ok := e.(*ast.Ident); ok {
		return varOf(info, id)
	}
	return nil
}

// Those begins the name of signals that only an expression names.
const Those = "those of "

// signals returns the names of the signals that end a process among those that a call
// registers for, and whether SIGTERM is one.
func (w *walker) signals(call *ast.CallExpr, from int) (names string, term bool) {
	if len(call.Args) <= from {
		return "all", true
	}
	var list []string
	for _, a := range call.Args[from:] {
		if v := w.pass.TypesInfo.Types[a].Value; v != nil {
			n, ok := constants.Int64Val(constants.ToInt(v))
			if name := catalog.SignalNumbers[n]; ok && name != "" && name != "SIGKILL" {
				list, term = append(list, name), term || name == "SIGTERM"
			}
			if ok {
				continue // a signal that does not end the process, whatever it is called
			}
		}
		sel, ok := ast.Unparen(a).(*ast.SelectorExpr)
		if !ok {
			return Those + types.ExprString(a), true
		}
		obj := w.pass.TypesInfo.Uses[sel.Sel]
		if obj == nil || obj.Pkg() == nil {
			continue
		}
		if name := catalog.Signals[obj.Pkg().Path()+"."+obj.Name()]; name != "" && name != "SIGKILL" {
			list = append(list, name)
			term = term || name == "SIGTERM"
		}
	}
	return strings.Join(list, ", "), term
}
