package steps

import (
	"go/ast"
	"go/types"
	"path"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// api handles the calls that the catalog has a row for, and reports whether it did.
func (w *walker) api(call *ast.CallExpr, fn *types.Func, to []string) bool {
	name := callmatch.Name(fn)
	return w.apiFramework(name, call) || w.apiRunner(name, call) || w.apiRun(name, call) || w.apiServe(name, call, to) || w.apiStore(name, call, to) || w.apiState(name, call, to) || w.apiStd(fn, call)
}

// known is api for a method value, of which only the receiver is known.
func (w *walker) known(fn *types.Func, value ast.Expr) ([]Step, bool) {
	name := callmatch.Name(fn)
	key := ""
	if sel, ok := ast.Unparen(value).(*ast.SelectorExpr); ok {
		key = w.key(sel.X)
	}
	at := w.where(value)
	if _, ok := stopping(name); ok {
		return []Step{{Kind: Stop, What: name, Key: key, At: at, Limit: Limit{Param: inner + 1}}}, true
	}
	if row, ok := catalog.Closes[name]; ok {
		return []Step{{Kind: Release, What: row.Type, Key: key, Client: row.Client, At: at, Limit: Limit{Param: inner + 1}}}, true
	}
	if _, ok := catalog.Serving[name]; ok || catalog.OtherServers[name] {
		return []Step{{Kind: Serve, What: name, Key: key, At: at}}, true
	}
	if row, ok := catalog.Leaves[name]; ok {
		return []Step{{Kind: Leave, What: name, At: at, Limit: parameter(row.Context)}}, true
	}
	if catalog.LogFlushes[name] {
		return []Step{{Kind: Flush, What: name, Key: key, At: at}}, true
	}
	return nil, false
}

// parameter is the limit that argument n of a method value sets, none for 0.
func parameter(n int) Limit {
	if n == 0 {
		return Limit{}
	}
	return Limit{Param: inner + n}
}

// arg returns an argument, or nil.
func arg(call *ast.CallExpr, i int) ast.Expr {
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i]
}

func nth(to []string, i int) string {
	if i < len(to) {
		return to[i]
	}
	return ""
}

// apiRun handles goroutines, waits and exits.
func (w *walker) apiRun(name string, call *ast.CallExpr) bool {
	at := w.where(call)
	row, starts := catalog.Starters[name]
	tomb := catalog.TombCalls[name]
	switch {
	case catalog.Interrupted[name]:
		w.actor(call)
	case starts, tomb == "go":
		if fun := arg(call, row.Arg); fun != nil {
			body, _ := w.function(fun)
			group := w.receiver(call)
			if group != "" {
				body = append(body[:len(body):len(body)], Step{Kind: Tell, Key: group, At: at})
			}
			w.emit(Step{Kind: Start, Key: group, Body: body, At: at})
		}
	case tomb == "kill":
		w.emit(Step{Kind: Tell, Key: dying(w.receiver(call)), At: at})
	case catalog.Joins[name], catalog.GroupRuns[name], tomb == "wait":
		w.emit(Step{Kind: Join, Key: w.receiver(call), What: name, At: at})
	case catalog.WaitGroupMethods[name] == "done":
		w.emit(Step{Kind: Tell, Key: w.receiver(call), At: at})
	case catalog.OnceRunners[name]:
		if body, ok := w.function(call.Args[len(call.Args)-1]); ok {
			w.out = append(w.out, w.conditional(w.bindInner(&ast.CallExpr{Fun: call.Fun}).apply(body))...)
		}
	default:
		return w.apiPause(name, call)
	}
	return true
}

func (w *walker) apiPause(name string, call *ast.CallExpr) bool {
	at := w.where(call)
	if row, ok := catalog.Pauses[name]; ok {
		if row.Blocks {
			w.emit(Step{Kind: Drain, Limit: w.limit(arg(call, row.Limit), false), At: at})
		}
		return true
	}
	if _, ok := catalog.Exits[name]; ok {
		w.emit(Step{Kind: Exit, What: name, Hard: w.cond == 0, At: at})
		return true
	}
	if row, ok := catalog.Retriers[name]; ok {
		if body, ok := w.function(arg(call, row.Arg)); ok {
			w.emit(Step{Kind: Retry, Body: body, At: at, Args: []Limit{{}, {}}})
		}
		return true
	}
	return false
}

// actor is a function of a group, with the one that interrupts it when another
// one has ended.
func (w *walker) actor(call *ast.CallExpr) {
	group, at := w.receiver(call), w.where(call)
	run, _ := w.function(arg(call, 0))
	run = append(run[:len(run):len(run)], Step{Kind: Tell, Key: group, At: at})
	w.emit(Step{Kind: Start, Key: group, Body: run, At: at})
	if end, ok := w.function(arg(call, 1)); ok {
		body := append([]Step{{Kind: Recv, Key: group, What: "interrupt", At: at}}, end...)
		w.emit(Step{Kind: Start, Key: group, Body: body, At: at})
	}
}

// apiStore handles stores, clients and loggers.
func (w *walker) apiStore(name string, call *ast.CallExpr, to []string) bool {
	at := w.where(call)
	if row, ok := catalog.Opens[name]; ok {
		key := nth(to, row.Result)
		if key == "" {
			key = w.temp(call)
		}
		w.emit(Step{Kind: Open, What: row.Type, Key: key, Client: row.Client, Hard: row.Kept, Local: row.Lazy || w.localStore(row.Type, call), At: at, Limit: w.limit(arg(call, row.Context-1), false)})
		return true
	}
	if row, ok := catalog.Closes[name]; ok {
		w.emit(Step{Kind: Release, What: row.Type, Key: w.closed(call), Client: row.Client, At: at, Limit: w.limit(arg(call, 0), false)})
		return true
	}
	if row, ok := catalog.StoreParts[name]; ok {
		if part, store := nth(to, row.Result), w.receiver(call); part != "" && store != "" {
			w.emit(Step{Kind: Same, Key: part, Other: store})
		}
		return true
	}
	if catalog.Closers[name] && w.anything(call) {
		if key := w.receiver(call); key != "" && !strings.Contains(key, ":") { // a parameter, or a field
			w.emit(Step{Kind: Release, What: Anything, Key: key, At: at})
		}
		return true
	}
	if row, ok := catalog.Leaves[name]; ok {
		w.emit(Step{Kind: Leave, What: name, At: at, Limit: w.limit(arg(call, row.Context-1), false)})
		return true
	}
	if catalog.LogFlushes[name] {
		w.emit(Step{Kind: Flush, What: name, Key: w.receiver(call), At: at})
		return true
	}
	if row, ok := catalog.LogBuffers[name]; ok {
		w.emit(Step{Kind: Buffer, What: name, Key: nth(to, row.Result), At: at})
		return true
	}
	return false
}

// closed returns the key of what a call of Close ends: its receiver, or the embedded field
// that has the method, unless the receiver is what has been opened.
func (w *walker) closed(call *ast.CallExpr) string {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := w.pass.TypesInfo.Selections[sel]; s != nil && !catalog.OpenTypes()[callmatch.TypeName(s.Recv())] {
			if field := callmatch.PromotedBy(s); field != "" {
				return field
			}
		}
	}
	return w.receiver(call)
}

// localStore reports whether a call opens what lies in files of this machine, by its
// type, or by the driver that it names.
func (w *walker) localStore(typ string, call *ast.CallExpr) bool {
	if catalog.LocalStores[typ] || len(call.Args) == 0 {
		return catalog.LocalStores[typ]
	}
	driver := call.Args[0]
	if isContext(w.pass.TypesInfo.TypeOf(driver)) && len(call.Args) > 1 {
		driver = call.Args[1]
	}
	if made, ok := ast.Unparen(driver).(*ast.CallExpr); ok {
		fn := callmatch.Callee(w.pass.TypesInfo, made)
		return fn != nil && catalog.LocalDrivers[path.Base(pkgPath(fn))]
	}
	return catalog.LocalDrivers[w.constant(driver)]
}

// anything reports whether a method is called on an interface of the catalog, and
// not on one that has its methods, too.
func (w *walker) anything(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && callmatch.TypeName(w.pass.TypesInfo.TypeOf(sel.X)) == Anything
}

// apiStd is a call of the standard library that the catalog does not know: what
// it is given to call, it calls now.
func (w *walker) apiStd(fn *types.Func, call *ast.CallExpr) bool {
	if fn.Pkg() == nil || strings.Contains(strings.SplitN(fn.Pkg().Path(), "/", 2)[0], ".") || fn.Pkg() == w.pass.Pkg || w.decls[fn.Origin()] != nil {
		return false
	}
	if recv := fn.Signature().Recv(); w.module(fn.Pkg().Path()) || recv != nil && types.IsInterface(recv.Type()) {
		return false
	}
	w.cond++
	for _, a := range call.Args {
		if lit, ok := ast.Unparen(a).(*ast.FuncLit); ok {
			w.out = append(w.out, w.conditional(w.literal(lit))...)
		}
	}
	w.cond--
	return true
}

// module reports whether a package whose path has no dot belongs to the module.
func (w *walker) module(path string) bool {
	m := w.pass.Module
	return m != nil && m.Path != "" && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}
