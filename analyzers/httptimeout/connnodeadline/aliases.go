package connnodeadline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// aliases joins the variables and fields between which the package passes connections: a
// deadline that is set through one of them limits what uses another. made are those that get
// a connection where a server accepts it, opened those that get it from a function of another
// package, with its name.
type aliases struct {
	p      *check.Pass
	parent map[types.Object]types.Object
	made   map[types.Object]bool
	opened map[types.Object]string
}

func findAliases(p *check.Pass, in *inspector.Inspector) *aliases {
	a := &aliases{p, make(map[types.Object]types.Object), make(map[types.Object]bool), make(map[types.Object]string)}
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.CallExpr)(nil), (*ast.KeyValueExpr)(nil), (*ast.RangeStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			a.assign(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				a.assign([]ast.Expr{name}, n.Values[min(i, len(n.Values)):])
			}
		case *ast.CallExpr:
			a.call(n)
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				a.join(p.TypesInfo.Uses[key], n.Value)
			}
		case *ast.RangeStmt:
			for _, to := range []ast.Expr{n.Key, n.Value} {
				if to != nil {
					a.join(a.target(to), n.X)
				}
			}
		}
	}
	for v := range a.made {
		a.made[a.of(v)] = true
	}
	for v, by := range a.opened {
		a.opened[a.of(v)] = by
	}
	return a
}

// assign joins what is assigned with what it is assigned to; several values may be the
// results of one call.
func (a *aliases) assign(lhs, rhs []ast.Expr) {
	for i, to := range lhs {
		if len(rhs) == 0 {
			return
		}
		v, from := a.target(to), ast.Unparen(rhs[min(i, len(rhs)-1)])
		if element, ok := ast.Unparen(to).(*ast.IndexExpr); ok {
			a.join(v, element.Index) // clients[conn] = true
		}
		call, ok := from.(*ast.CallExpr)
		switch {
		case !ok, catalog.ConnWraps[callmatch.CalleeName(a.p.TypesInfo, call)]:
			a.join(v, from)
		case a.p.TypesInfo.Types[call.Fun].IsBuiltin(): // append
			for _, arg := range call.Args {
				a.join(v, arg)
			}
		case v != nil && i == 0:
			a.got(v, callmatch.Callee(a.p.TypesInfo, call))
		}
	}
}

// got notes what a variable or field gets from a call of fn, nil if that is not known.
func (a *aliases) got(v types.Object, fn *types.Func) {
	if catalog.ServerConns[callmatch.Name(fn)] {
		a.made[v] = true
	}
	if isConn(v.Type()) && (fn == nil || fn.Pkg() != a.p.Pkg) {
		a.opened[v] = callmatch.Name(fn)
	}
}

// call joins the arguments of a call with the parameters of a function of the package.
func (a *aliases) call(n *ast.CallExpr) {
	fn := callmatch.Callee(a.p.TypesInfo, n)
	if fn == nil || fn.Pkg() != a.p.Pkg {
		return
	}
	params := fn.Origin().Signature().Params()
	for i := range min(params.Len(), len(n.Args)) {
		a.join(params.At(i), n.Args[i])
	}
}

// target returns what an assignment sets.
func (a *aliases) target(lhs ast.Expr) types.Object {
	if id, ok := lhs.(*ast.Ident); ok {
		return a.p.TypesInfo.ObjectOf(id)
	}
	return holder(a.p, lhs)
}

func (a *aliases) join(to types.Object, from ast.Expr) {
	if to == nil || !isConn(to.Type()) {
		return
	}
	if v := holder(a.p, from); v != nil && isConn(v.Type()) {
		a.parent[a.of(to)] = a.of(v)
	}
}

// of returns the object that stands for all that v is joined with.
func (a *aliases) of(v types.Object) types.Object {
	for a.parent[v] != nil && a.parent[v] != v {
		v = a.parent[v]
	}
	return v
}

// isConn reports whether values of type t are connections, or lists or maps of them.
func isConn(t types.Type) bool {
	known := func(t types.Type) bool {
		_, ok := catalog.ConnTypes[callmatch.TypeName(t)]
		return ok
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return known(u.Elem())
	case *types.Map:
		return known(u.Key()) || known(u.Elem())
	}
	return known(t)
}
