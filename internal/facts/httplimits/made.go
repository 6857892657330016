package httplimits

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Limits are the fields that, once set, may limit a client or server. A client's
// transport may end what its Timeout does not; a server's ReadTimeout bounds the
// header as well.
var Limits = map[string]bool{
	"net/http.Client.Timeout":           true,
	"net/http.Client.Transport":         true,
	"net/http.Server.ReadTimeout":       true,
	"net/http.Server.ReadHeaderTimeout": true,
}

// Made tells what expr makes: a literal, new(T), a call of a function that
// returns one, or http.DefaultClient. Variables are not looked through.
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
		if tv := info.Types[expr.Fun]; tv.IsBuiltin() {
			if id, ok := ast.Unparen(expr.Fun).(*ast.Ident); ok && info.Uses[id] == types.Universe.Lookup("new") && len(expr.Args) == 1 {
				return kindOf(info.TypeOf(expr.Args[0]))
			}
			return None
		}
		if fn := callmatch.Callee(info, expr); fn != nil {
			return r.returns(fn)
		}
	case *ast.SelectorExpr:
		if isVar(info, expr, "DefaultClient") {
			return Client
		}
	}
	return None
}

func (r *Result) literal(lit *ast.CompositeLit) Kind {
	kind := Kind(callmatch.TypeName(r.pass.TypesInfo.TypeOf(lit)))
	if _, ok := types.Unalias(r.pass.TypesInfo.TypeOf(lit)).(*types.Pointer); ok || kind != Client && kind != Server {
		return None
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return None // every field is given
		}
		key, _ := kv.Key.(*ast.Ident)
		if key == nil || !Limits[string(kind)+"."+key.Name] {
			continue
		}
		if key.Name != "Transport" || !r.endless(kv.Value) {
			return None
		}
	}
	return kind
}

// endless reports whether the http.RoundTripper that expr makes is known to wait
// for an answer as long as it takes.
func (r *Result) endless(expr ast.Expr) bool {
	info := r.pass.TypesInfo
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return info.Types[expr].IsNil() || r.endlessVariable(expr)
	case *ast.SelectorExpr:
		return isVar(info, expr, "DefaultTransport")
	case *ast.UnaryExpr:
		return r.endless(expr.X)
	case *ast.CompositeLit:
		return r.endlessLiteral(expr)
	case *ast.CallExpr:
		name := callmatch.CalleeName(info, expr)
		if name == "(*net/http.Transport).Clone" {
			sel, _ := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
			assert, _ := ast.Unparen(sel.X).(*ast.TypeAssertExpr)
			return assert != nil && r.endless(assert.X)
		}
		if w, ok := catalog.TransparentTransports[name]; ok && w.Arg < len(expr.Args) {
			return r.endless(expr.Args[w.Arg])
		}
		return r.endlessConstructor(expr)
	}
	return false
}

// endlessVariable looks through a local variable that holds one value, no field
// of which is set later.
func (r *Result) endlessVariable(id *ast.Ident) bool {
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.LocalVar {
		return false
	}
	for _, decl := range r.decls {
		if id.Pos() < decl.Pos() || id.Pos() > decl.End() {
			continue
		}
		value := localvar.Value(r.pass.TypesInfo, decl, v)
		return value != nil && !r.configured(decl, v) && r.endless(value)
	}
	return false
}

// configured reports whether decl assigns a field through v, or hands v to a
// call that could.
func (r *Result) configured(decl *ast.FuncDecl, v *types.Var) bool {
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
				found = found || ok && sel.Sel.Name == "ResponseHeaderTimeout" && isUse(r.pass.TypesInfo, sel.X, v)
			}
		case *ast.CallExpr:
			for _, arg := range n.Args {
				found = found || isUse(r.pass.TypesInfo, arg, v)
			}
		}
		return !found
	})
	return found
}

func isUse(info *types.Info, expr ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && info.Uses[id] == v
}

// isVar reports whether sel names the variable of net/http.
func isVar(info *types.Info, sel *ast.SelectorExpr, name string) bool {
	v, ok := info.Uses[sel.Sel].(*types.Var)
	return ok && v.Name() == name && v.Pkg() != nil && v.Pkg().Path() == "net/http" && !v.IsField()
}

func fieldOf(lit *ast.CompositeLit, field string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
				return kv.Value
			}
		}
	}
	return nil
}

func keyed(lit *ast.CompositeLit) bool {
	if len(lit.Elts) == 0 {
		return true
	}
	_, ok := lit.Elts[0].(*ast.KeyValueExpr)
	return ok
}
