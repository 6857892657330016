package steps

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A handler is followed from where it is made to where it is served: by its key, which is
// what it does, a router, or not known. Only if all of it is known can a path be said not
// to be answered.

// What a Handler step says its key is, when it is no function.
const (
	Router  = "router" // answers by its routes
	Obscure = "?"      // not known
)

// defaultMux is the key of the router that servers without a handler have.
const defaultMux = "net/http.DefaultServeMux"

// handlerType reports whether values of type t answer requests.
func handlerType(t types.Type) bool {
	name := callmatch.TypeName(t)
	return catalog.Routers[name] || name == "net/http.Handler" || catalog.LeafHandlers[name] || answersRequests(t)
}

// answersRequests reports whether t is the type of functions that answer requests.
func answersRequests(t types.Type) bool {
	if t == nil {
		return false
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	switch sig.Params().Len() {
	case 1:
		return catalog.RequestContexts[callmatch.TypeName(sig.Params().At(0).Type())]
	case 2:
		return sig.Results().Len() == 0 && callmatch.TypeName(sig.Params().At(0).Type()) == "net/http.ResponseWriter" && callmatch.TypeName(sig.Params().At(1).Type()) == "net/http.Request"
	}
	return false
}

// handlerKey returns the key of what answers requests, and says what is known of it.
func (w *walker) handlerKey(h ast.Expr) string {
	if h == nil {
		return defaultMux
	}
	if h = ast.Unparen(h); w.pass.TypesInfo.Types[h].IsNil() {
		return defaultMux
	}
	name := callmatch.TypeName(w.pass.TypesInfo.TypeOf(h))
	key := w.key(h)
	switch {
	case catalog.LeafHandlers[name]:
		key = whereKey(w.where(h))
		w.emit(Step{Kind: Handler, Key: key, What: name, At: w.where(h)})
	case catalog.Routers[name]:
		if key == "" && literal(h) {
			key = whereKey(w.where(h))
		}
		w.emit(Step{Kind: Handler, Key: key, What: Router, At: w.where(h)})
	case w.functionValue(h):
		return w.functionKey(h, key)
	case !types.IsInterface(w.pass.TypesInfo.TypeOf(h)) && w.ownHandler(h):
		if key == "" {
			key = whereKey(w.where(h))
		}
		w.emit(Step{Kind: Handler, Key: key, Body: w.handlerSteps(h), At: w.where(h)})
	}
	return key
}

// literal reports whether h is a value that is written out, or a pointer to one.
func literal(h ast.Expr) bool {
	if u, ok := h.(*ast.UnaryExpr); ok {
		h = ast.Unparen(u.X)
	}
	_, ok := h.(*ast.CompositeLit)
	return ok
}

// functionKey is handlerKey for a function. One that a variable holds which is being
// followed already, since it calls itself or what it held before, is known by its key.
func (w *walker) functionKey(h ast.Expr, key string) string {
	body, ok := w.function(h)
	if !ok && key != "" {
		return key
	}
	s := Step{Kind: Handler, Key: key, Body: body, At: w.where(h)}
	if key == "" {
		s.Key = whereKey(s.At)
	}
	if !ok {
		s.What = Obscure
	}
	w.emit(s)
	return s.Key
}

// functionValue reports whether h is a function that answers requests, or is turned into
// a handler; what a variable holds is known by the variable.
func (w *walker) functionValue(h ast.Expr) bool {
	if call, ok := h.(*ast.CallExpr); ok {
		return w.pass.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 && answersRequests(w.pass.TypesInfo.TypeOf(call.Args[0]))
	}
	_, variable := w.target(h).(*types.Var)
	return !variable && answersRequests(w.pass.TypesInfo.TypeOf(h))
}

// ownHandler reports whether h is a value of a type of the module with a ServeHTTP
// method.
func (w *walker) ownHandler(h ast.Expr) bool {
	obj, _, _ := types.LookupFieldOrMethod(w.pass.TypesInfo.TypeOf(h), true, w.pass.Pkg, "ServeHTTP")
	fn, ok := obj.(*types.Func)
	return ok && fn.Pkg() != nil && w.ours(fn.Pkg().Path())
}

// flowsIn notes that an expression goes to where a handler is kept; it reports whether
// it is one.
func (w *walker) flowsIn(to string, value ast.Expr) bool {
	t := w.pass.TypesInfo.TypeOf(value)
	if w.foreign || to == "" || t == nil || !handlerType(t) || w.pass.TypesInfo.Types[value].IsNil() {
		return false
	}
	if key := w.handlerKey(value); key == "" {
		w.emit(Step{Kind: Handler, Key: to, What: Obscure, At: w.where(value)})
	} else if key != to {
		w.emit(Step{Kind: Same, Key: to, Other: key})
	}
	return true
}

// made says what a call returns that answers requests.
func (w *walker) made(call *ast.CallExpr, fn *types.Func, to []string) {
	if w.foreign || fn.Signature().Results().Len() == 0 || !handlerType(fn.Signature().Results().At(0).Type()) {
		return
	}
	key, name, at := nth(to, 0), callmatch.Name(fn), w.where(call)
	if key == "" {
		key = w.temp(call)
	} else {
		w.emit(Step{Kind: Same, Key: key, Other: w.temp(call)})
	}
	row, wraps := catalog.HandlerWrappers[name]
	switch {
	case wraps && row.Arg < len(call.Args):
		if inner := w.handlerKey(call.Args[row.Arg]); inner != "" {
			w.emit(Step{Kind: Same, Key: key, Other: inner})
		}
	case catalog.LeafHandlers[name], w.ownRouter(fn):
		w.emit(Step{Kind: Handler, Key: key, What: Router, At: at})
	case !w.ours(pkgPath(fn)) || w.decls[fn.Origin()] == nil && !hasResult(w.summary(fn)):
		w.emit(Step{Kind: Handler, Key: key, What: Obscure, At: at})
	}
}

// ownRouter reports whether a function returns a router of its own package, or none that
// others have added routes to.
func (w *walker) ownRouter(fn *types.Func) bool {
	named := callmatch.Named(fn.Signature().Results().At(0).Type())
	return named != nil && catalog.Routers[callmatch.TypeName(named)] && named.Obj().Pkg() == fn.Pkg()
}

// hasResult reports whether something is known of what a function returns first.
func hasResult(f *Fact) bool {
	for _, s := range f.Steps {
		if s.Key == resultKey(0) || s.Other == resultKey(0) {
			return true
		}
	}
	return false
}

func pkgPath(fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	return fn.Pkg().Path()
}

// handsOn notes what a handler does with requests that it does not answer itself:
// calls of another one.
func (w *walker) handsOn(call *ast.CallExpr, fn *types.Func) {
	if w.foreign || fn.Name() != "ServeHTTP" || len(call.Args) != 2 {
		return
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if ok && w.writer(call) && (types.IsInterface(w.pass.TypesInfo.TypeOf(sel.X)) || !w.ours(pkgPath(fn))) {
		w.emit(Step{Kind: Answer, Other: w.handlerKey(sel.X), At: w.where(call)})
	}
}

// registers notes routers that get routes where they cannot be seen: by a method that
// is not known, or by a function of others that is given one.
func (w *walker) registers(call *ast.CallExpr, fn *types.Func) {
	name := callmatch.Name(fn)
	if w.foreign || w.ours(pkgPath(fn)) || catalog.RouterNeutral(name) || registersService(fn.Name()) || registersRoutes(name) {
		return
	}
	obscure := func(e ast.Expr) {
		w.emit(Step{Kind: Handler, Key: w.key(e), What: Obscure, At: w.where(call)})
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil && catalog.Routers[callmatch.TypeName(w.pass.TypesInfo.TypeOf(sel.X))] && takesHandler(fn) {
		obscure(sel.X)
	}
	for _, a := range call.Args {
		if catalog.Routers[callmatch.TypeName(w.pass.TypesInfo.TypeOf(a))] {
			obscure(a)
		}
	}
}

// registersRoutes reports whether a call is known for what it does with a router or a
// handler.
func registersRoutes(name string) bool {
	_, route := catalog.Routes[name]
	_, group := catalog.RouteGroups[name]
	_, rest := catalog.RouteRests[name]
	_, wraps := catalog.HandlerWrappers[name]
	_, serves := catalog.Serving[name]
	_, itself := catalog.SignalServers[name]
	return route || group || rest || wraps || serves || itself
}

// takesHandler reports whether a method is given a path and what answers it.
func takesHandler(fn *types.Func) bool {
	text, handler := false, false
	for v := range fn.Signature().Params().Variables() {
		t := v.Type()
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem()
		}
		b, ok := t.Underlying().(*types.Basic)
		text = text || ok && b.Kind() == types.String
		handler = handler || isFunc(t) || types.IsInterface(t)
	}
	return text && handler
}

// registersService reports whether a function is named as those are that give a server
// of gRPC a service.
func registersService(name string) bool {
	return strings.HasPrefix(name, "Register") && strings.HasSuffix(name, "Server") && name != "RegisterHealthServer"
}

// group is a call that makes a router below another one.
func (w *walker) group(row catalog.RouteGroup, call *ast.CallExpr, to []string) {
	prefix, known := "", true
	if row.Path >= 0 {
		prefix = w.constant(arg(call, row.Path))
		known = prefix != "" || w.pass.TypesInfo.Types[arg(call, row.Path)].Value != nil
	}
	s := Step{Kind: Below, Other: w.receiver(call), What: prefix, At: w.where(call)}
	if !known {
		s.What = Obscure
	}
	if row.Func < 0 {
		if s.Key = nth(to, 0); s.Key == "" {
			s.Key = w.temp(call)
		} else {
			w.emit(Step{Kind: Same, Key: s.Key, Other: w.temp(call)})
		}
		w.emit(s)
		return
	}
	s.Key = w.temp(call)
	w.emit(s)
	if fun := arg(call, row.Func); fun != nil {
		body, _ := w.function(fun)
		w.out = append(w.out, w.conditional(Bind(body, []Limit{{}}, []string{s.Key}))...)
	}
}
