package steps

import (
	"go/ast"
	constants "go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// apiServe handles servers, routes and signals.
func (w *walker) apiServe(name string, call *ast.CallExpr) bool {
	at := w.where(call)
	if row, ok := catalog.Serving[name]; ok {
		w.serve(name, strings.Fields(row.Args), call)
		return true
	}
	if row, ok := catalog.ServerStops[name]; ok {
		w.emit(Step{Kind: Stop, What: name, Key: w.receiver(call), Limit: w.limit(arg(call, row.Arg), false), At: at})
		return true
	}
	if catalog.ServerKills[name] {
		w.emit(Step{Kind: Kill, What: name, Key: w.receiver(call), At: at})
		return true
	}
	if row, ok := catalog.Routes[name]; ok {
		w.route(row.Path, row.Handler, call)
		return true
	}
	return false
}

// serve is a call that serves; args says what its arguments are.
func (w *walker) serve(name string, args []string, call *ast.CallExpr) {
	s := Step{Kind: Serve, What: name, Key: w.receiver(call), At: w.where(call)}
	isServer := func(e ast.Expr) bool { return callmatch.IsType(w.pass.TypesInfo.TypeOf(e), "net/http.Server") }
	if i := slices.Index(args, "server"); i >= 0 {
		s.Key = w.key(arg(call, i))
	} else if i := slices.IndexFunc(call.Args, isServer); i >= 0 {
		s.Key = w.key(call.Args[i])
	}
	if !local(w.pass.TypesInfo, arg(call, slices.Index(args, "addr"))) {
		w.emit(s)
	}
	w.handler(arg(call, slices.Index(args, "handler")))
}

// local reports whether addr is a constant that only this host can reach.
func local(info *types.Info, addr ast.Expr) bool {
	if addr == nil {
		return false
	}
	value := info.Types[addr].Value
	if value == nil || value.Kind() != constants.String {
		return false
	}
	return catalog.ThisHostOnly(constants.StringVal(value))
}

// HealthService is the path of the health service of gRPC.
const HealthService = "grpc.health.v1.Health"

const healthKey = "grpc health"

// route is a path and what answers it.
func (w *walker) route(path, handler int, call *ast.CallExpr) {
	s := Step{Kind: Route, At: w.where(call)}
	if path >= 0 {
		s.What = w.constant(arg(call, path))
		s.Index = w.params[varOfExpr(w.pass.TypesInfo, arg(call, path))]
	}
	if handler < 0 {
		handler += len(call.Args)
	}
	s.Body = w.handlerSteps(arg(call, handler))
	if path < 0 {
		s.What, s.Body = HealthService, []Step{{Kind: Read, Key: healthKey, At: s.At}}
	}
	if s.What != "" || s.Index > 0 || len(keep(s.Body)) > 0 {
		w.emit(s)
	}
}

func (w *walker) constant(e ast.Expr) string {
	if e == nil {
		return ""
	}
	if v := w.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constants.String {
		return constants.StringVal(v)
	}
	return ""
}

// handlerSteps returns what a handler does: a function, or a value with a
// ServeHTTP method.
func (w *walker) handlerSteps(h ast.Expr) []Step {
	if h == nil {
		return nil
	}
	if body, ok := w.function(h); ok {
		return body
	}
	obj, _, _ := types.LookupFieldOrMethod(w.pass.TypesInfo.TypeOf(h), true, w.pass.Pkg, "ServeHTTP")
	if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && strings.Contains(fn.Pkg().Path(), ".") {
		return w.method(fn, h)
	}
	return []Step{{Kind: Unseen, What: "the handler", At: w.where(h)}}
}

func (w *walker) handler(h ast.Expr) {
	if h == nil || w.foreign {
		return
	}
	if body := w.handlerSteps(h); len(keep(body)) > 0 {
		w.emit(Step{Kind: Route, Body: body, At: w.where(h)})
	}
}

// keep returns the steps that were seen.
func keep(list []Step) []Step {
	return slices.DeleteFunc(slices.Clone(list), func(s Step) bool { return s.Kind == Unseen })
}
