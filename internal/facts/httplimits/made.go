package httplimits

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// limits are the fields that may end a wait. What a client's Timeout does not end, its
// transport may; a server's ReadTimeout bounds the header as well.
var limits = map[string]bool{
	"net/http.Client.Timeout":                  true,
	"net/http.Client.Transport":                true,
	"net/http.Server.ReadTimeout":              true,
	"net/http.Server.ReadHeaderTimeout":        true,
	"net/http.Transport.ResponseHeaderTimeout": true,
	"net/http/httputil.ReverseProxy.Transport": true,
}

// SetsLimit reports whether lhs, on the left of the assignment, is a field that then
// ends a wait. A client whose transport gets into a wrapper has the limit that it had before:
//
//	client.Transport = otelhttp.NewTransport(client.Transport)
func (r *Result) SetsLimit(assign *ast.AssignStmt, lhs ast.Expr) bool {
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := r.pass.TypesInfo.Selections[sel]
	if s == nil || !limits[callmatch.OwnedField(s)] {
		return false
	}
	for i, other := range assign.Lhs {
		if other == lhs && len(assign.Lhs) == len(assign.Rhs) {
			outer := r.lhs
			r.lhs = sel
			ends := r.ends(assign.Rhs[i])
			r.lhs = outer
			return ends
		}
	}
	return true // one of several results
}

// ends reports whether a field for a limit ends a wait when it has this value: it is
// neither zero nor a transport that waits as long as it takes.
func (r *Result) ends(value ast.Expr) bool {
	tv := r.pass.TypesInfo.Types[value]
	if tv.Value != nil && tv.Value.Kind() == constant.Int {
		return constant.Sign(tv.Value) > 0
	}
	return !isRoundTripper(tv.Type) && !tv.IsNil() || r.Endless(value) == nil
}

// Made returns what expr makes: a literal, new(T), a call of a function that returns one,
// or http.DefaultClient. Variables are not resolved.
func (r *Result) Made(expr ast.Expr) Kind {
	info := r.pass.TypesInfo
	switch expr := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(expr.X).(*ast.CompositeLit); ok && expr.Op == token.AND {
			return r.literal(lit)
		}
	case *ast.CompositeLit:
		return r.literal(expr)
	case *ast.CallExpr:
		if kindOf(info.TypeOf(expr)) == Transport {
			return r.transport(expr)
		}
		if tv := info.Types[expr.Fun]; tv.IsBuiltin() {
			if isNew(info, expr) {
				return kindOf(info.TypeOf(expr.Args[0]))
			}
			return None
		}
		if fn := callmatch.Callee(info, expr); catalog.ProxyConstructors[callmatch.Name(fn)] {
			return Proxy
		} else if catalog.UnlimitedClients[callmatch.Name(fn)] {
			return Client
		} else if fn != nil && r.returns(fn) != None {
			return r.returns(fn)
		} else if fn != nil && r.endlessWrapped(fn, expr) != nil {
			return kindOf(fn.Signature().Results().At(0).Type())
		}
	case *ast.SelectorExpr:
		if isVar(info, expr, "DefaultClient") {
			return Client
		}
		return r.transport(expr)
	}
	return None
}

func (r *Result) transport(expr ast.Expr) Kind {
	switch r.pass.TypesInfo.TypeOf(expr).(type) {
	case *types.Pointer, *types.Named, *types.Alias:
		if r.Endless(expr) != nil {
			return Transport
		}
	}
	return None // most selectors are methods
}

// literal judges a literal by the fields that it gives.
func (r *Result) literal(lit *ast.CompositeLit) Kind {
	t := types.Unalias(r.pass.TypesInfo.TypeOf(lit))
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem() // an element without its & in a slice of pointers
	}
	kind := Kind(callmatch.TypeName(t))
	switch {
	case kind != Transport && kind != Proxy && isRoundTripper(types.NewPointer(t)):
		return r.transport(lit)
	case kindOf(t) == None || !keyed(lit) || kind == Transport && setsDeadlines(lit):
		return None
	}
	for _, elt := range lit.Elts {
		kv := elt.(*ast.KeyValueExpr)
		if key, ok := kv.Key.(*ast.Ident); ok && limits[string(kind)+"."+key.Name] && r.ends(kv.Value) {
			return None
		}
	}
	return kind
}

// setsDeadlines reports whether a function in the literal of a transport gives its
// connections a deadline.
func setsDeadlines(lit *ast.CompositeLit) bool {
	found := false
	ast.Inspect(lit, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && (sel.Sel.Name == "SetDeadline" || sel.Sel.Name == "SetReadDeadline")
		return !found
	})
	return found
}

func isUse(info *types.Info, expr ast.Expr, v *types.Var) bool {
	expr = ast.Unparen(expr)
	if amp, ok := expr.(*ast.UnaryExpr); ok && amp.Op == token.AND {
		expr = ast.Unparen(amp.X)
	}
	id, ok := expr.(*ast.Ident)
	return ok && info.Uses[id] == v
}

// isNew reports whether a call is new(T).
func isNew(info *types.Info, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && info.Uses[id] == types.Universe.Lookup("new") && len(call.Args) == 1
}

// isVar reports whether sel names the variable of net/http.
func isVar(info *types.Info, sel *ast.SelectorExpr, name string) bool {
	v, ok := info.Uses[sel.Sel].(*types.Var)
	return ok && v.Name() == name && v.Pkg() != nil && v.Pkg().Path() == "net/http" && !v.IsField()
}

func keyed(lit *ast.CompositeLit) bool {
	if len(lit.Elts) == 0 {
		return true
	}
	_, ok := lit.Elts[0].(*ast.KeyValueExpr)
	return ok
}
