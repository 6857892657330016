package steps

import (
	"go/ast"
	constants "go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// apiServe handles servers, routes and signals.
func (w *walker) apiServe(name string, call *ast.CallExpr, to []string) bool {
	at := w.where(call)
	if row, ok := catalog.Serving[name]; ok {
		w.serve(name, strings.Fields(row.Args), call)
		return true
	}
	if catalog.OtherServers[name] {
		w.emit(Step{Kind: Serve, What: name, Key: w.receiver(call), At: at})
		return true
	}
	if row, ok := catalog.StartedServers[name]; ok {
		serves := Step{Kind: Serve, What: name, Key: nth(to, row.Result), At: at, Cond: w.cond > 0}
		w.emit(Step{Kind: Start, Body: []Step{serves}, At: at})
		return true
	}
	if row, ok := catalog.Acceptors[name]; ok && !w.foreign {
		w.emit(Step{Kind: Serve, What: name, Key: w.key(arg(call, row.Listener)), At: at})
		return true
	}
	if catalog.AcceptsConn[name] && w.loops > 0 && !w.foreign {
		if !w.localListener(call) {
			w.emit(Step{Kind: Serve, What: name, Key: w.receiver(call), At: at})
		}
		return true
	}
	if n, ok := stopping(name); ok {
		w.emit(Step{Kind: Stop, What: name, Key: w.receiver(call), Limit: w.limit(arg(call, n), false), At: at})
		return true
	}
	if catalog.ServerKills[name] || catalog.OtherKills[name] || catalog.ListenerCloses[name] && !w.foreign {
		w.emit(Step{Kind: Kill, What: name, Key: w.receiver(call), At: at})
		return true
	}
	if row, ok := catalog.Routes[name]; ok {
		w.route(row, call)
		w.routed(call, to)
		return true
	}
	if row, ok := catalog.RouteGroups[name]; ok && !w.foreign {
		w.group(row, call, to)
		return true
	}
	if row, ok := catalog.RouteRests[name]; ok && row.Arg < len(call.Args) && !w.foreign {
		w.emit(Step{Kind: Answer, Other: w.handlerKey(call.Args[row.Arg]), Index: 1, At: at})
		w.routed(call, to)
		return true
	}
	return false
}

// stopping returns which argument of a call that lets a server's requests finish is the
// context, and whether it is such a call.
func stopping(name string) (context int, ok bool) {
	if row, ok := catalog.ServerStops[name]; ok {
		return row.Arg, true
	}
	context, ok = catalog.OtherStops[name]
	return context, ok
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
	if w.foreign {
		return
	}
	switch i := slices.Index(args, "handler"); {
	case i >= 0:
		w.answersBy(arg(call, i))
	case catalog.Routers[callmatch.TypeName(w.receiverType(call))]:
		w.emit(Step{Kind: Handler, Key: w.receiver(call), What: Router, At: s.At})
		w.emit(Step{Kind: Answer, Other: w.receiver(call), Index: 1, At: s.At})
	}
}

// answersBy is what a server has for a handler.
func (w *walker) answersBy(h ast.Expr) {
	w.emit(Step{Kind: Answer, Other: w.handlerKey(h), Index: 1, At: w.where(h)})
}

// routed says that a call which registers a route returns its router, or the route.
func (w *walker) routed(call *ast.CallExpr, to []string) {
	if recv := w.receiver(call); recv != "" && catalog.Routers[callmatch.TypeName(w.pass.TypesInfo.TypeOf(call))] {
		w.emit(Step{Kind: Same, Key: w.temp(call), Other: recv})
		if key := nth(to, 0); key != "" {
			w.emit(Step{Kind: Same, Key: key, Other: recv})
		}
	}
}

func (w *walker) receiverType(call *ast.CallExpr) types.Type {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return w.pass.TypesInfo.TypeOf(sel.X)
	}
	return nil
}

// local reports whether addr is a constant that only this host can reach.
func local(info *types.Info, addr ast.Expr) bool {
	if addr == nil {
		return false
	}
	addr = ast.Unparen(addr)
	value := info.Types[addr].Value
	if value != nil && value.Kind() == constants.String {
		return catalog.ThisHostOnly(constants.StringVal(value))
	}
	switch e := addr.(type) { // the port may be a setting
	case *ast.BinaryExpr:
		return e.Op == token.ADD && local(info, e.X)
	case *ast.CallExpr:
		return callmatch.CalleeName(info, e) == "fmt.Sprintf" && local(info, e.Args[0])
	}
	return false
}

// localListener reports whether only this host can reach the listener that accepts.
func (w *walker) localListener(accept *ast.CallExpr) bool {
	sel, ok := ast.Unparen(accept.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := w.target(sel.X).(*types.Var)
	if !ok {
		return false
	}
	made, ok := w.lits[v].(*ast.CallExpr)
	return ok && callmatch.CalleeName(w.pass.TypesInfo, made) == "net.Listen" && local(w.pass.TypesInfo, arg(made, 1))
}

// HealthService is the path of the health service of gRPC.
const HealthService = "grpc.health.v1.Health"

const healthKey = "grpc health"

// route is a path and what answers it.
func (w *walker) route(row catalog.RouteCall, call *ast.CallExpr) {
	path, handler := row.Path, row.Handler
	s := Step{Kind: Route, Key: w.receiver(call), At: w.where(call)}
	if path >= 0 {
		s.What = w.routePath(arg(call, path))
		s.Index = w.params[varOfExpr(w.pass.TypesInfo, arg(call, path))]
	}
	if handler < 0 {
		handler += len(call.Args)
	}
	s.Body = w.handlerSteps(arg(call, handler))
	if path < 0 {
		s.What, s.Body = HealthService, []Step{{Kind: Read, Key: healthKey, At: s.At}}
	}
	if row.Prefix && s.What != "" {
		s.What = strings.TrimSuffix(s.What, "/") + "/"
	}
	if s.What != "" || s.Index > 0 || !w.foreign {
		w.emitRoutes(s, arg(call, path), row.Prefix)
	}
}

// emitRoutes emits a route, or those of all paths that a table has.
func (w *walker) emitRoutes(s Step, path ast.Expr, prefix bool) {
	if s.What != "" || s.Index > 0 || path == nil {
		w.emit(s)
		return
	}
	paths := w.tablePaths(path)
	for _, s.What = range paths {
		if prefix && s.What != "" {
			s.What = strings.TrimSuffix(s.What, "/") + "/"
		}
		w.emit(s)
	}
	if len(paths) == 0 {
		w.emit(s)
	}
}

func (w *walker) constant(e ast.Expr) string {
	value, _ := w.text(e)
	return value
}

// text returns a constant string, and whether e is one.
func (w *walker) text(e ast.Expr) (value string, known bool) {
	if e == nil {
		return "", false
	}
	if v := w.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constants.String {
		return constants.StringVal(v), true
	}
	if v := varOfExpr(w.pass.TypesInfo, ast.Unparen(e)); v != nil && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() && w.lits[v] != nil {
		if c := w.pass.TypesInfo.Types[w.lits[v]].Value; c != nil && c.Kind() == constants.String {
			return constants.StringVal(c), true // a local variable that is set once
		}
	}
	return "", false
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
	if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && w.ours(fn.Pkg().Path()) && !types.IsInterface(w.pass.TypesInfo.TypeOf(h)) {
		return w.method(fn, h)
	}
	if w.foreign {
		return nil
	}
	return []Step{{Kind: Answer, Other: w.handlerKey(h), At: w.where(h)}, {Kind: Unseen, What: "the handler", At: w.where(h)}}
}
