package unownedrelease

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/rediscmd"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyIfNew reports whether a SET has the option NX, and an expiry.
func onlyIfNew(p *check.Pass, c *rediscmd.Command) bool {
	return c.Expires && slices.ContainsFunc(c.Args, func(arg ast.Expr) bool {
		v := p.TypesInfo.Types[arg].Value
		return v != nil && v.Kind() == constant.String && strings.EqualFold(constant.StringVal(v), "NX")
	})
}

// releasing reports whether a deletion releases a lock: it is deferred, in a literal that is returned, or in
// a function whose name says so.
func releasing(c *rediscmd.Command) bool {
	for range c.Cur.Enclosing((*ast.DeferStmt)(nil)) {
		return true
	}
	for lit := range c.Cur.Enclosing((*ast.FuncLit)(nil)) {
		if _, returned := lit.Parent().Node().(*ast.ReturnStmt); returned {
			return true
		}
	}
	decl := declOf(c.Cur)
	return decl != nil && releasesByName(decl)
}

func releasesByName(decl *ast.FuncDecl) bool {
	return slices.ContainsFunc(catalog.Words(decl.Name.Name), func(w string) bool { return catalog.UnlockWords[w] })
}

func declOf(cur inspector.Cursor) *ast.FuncDecl {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		return c.Node().(*ast.FuncDecl)
	}
	return nil
}

// sameLock reports whether a claim and a release are of the same key: in one function, or in functions
// that have it from one field, constant or variable of the package, or as a parameter of methods of one
// type.
func sameLock(p *check.Pass, claim, release *rediscmd.Command) bool {
	a, b := declOf(claim.Cur), declOf(release.Cur)
	if a == nil || b == nil {
		return false
	}
	if a == b {
		return claim.SameKey(p, release) && claim.Call.Pos() < release.Call.Pos()
	}
	if p.TypesInfo.Types[claim.Key].Value != nil && claim.SameKey(p, release) {
		return true
	}
	return sameKey(p, pair{a, b}, claim.Key, release.Key)
}

// A pair is a function that acquires a lock, and one that releases it.
type pair struct{ claims, releases *ast.FuncDecl }

// sameKey reports whether the keys of two functions are made of the same constants, fields, variables of
// the package and parameters.
func sameKey(p *check.Pass, fns pair, x, y ast.Expr) bool {
	x, y = ast.Unparen(x), ast.Unparen(y)
	if c, d := p.TypesInfo.Types[x].Value, p.TypesInfo.Types[y].Value; c != nil || d != nil {
		return c != nil && d != nil && c.ExactString() == d.ExactString()
	}
	if v, w := named(p, x), named(p, y); v != nil && w != nil {
		return sameVar(p, fns, v, w)
	}
	switch x := x.(type) {
	case *ast.BinaryExpr:
		other, ok := y.(*ast.BinaryExpr)
		return ok && sameKey(p, fns, x.X, other.X) && sameKey(p, fns, x.Y, other.Y)
	case *ast.CallExpr:
		other, ok := y.(*ast.CallExpr)
		return ok && callmatch.Callee(p.TypesInfo, x) != nil && callmatch.Callee(p.TypesInfo, x) == callmatch.Callee(p.TypesInfo, other) &&
			slices.EqualFunc(x.Args, other.Args, func(a, b ast.Expr) bool { return sameKey(p, fns, a, b) })
	}
	return false
}

func sameVar(p *check.Pass, fns pair, x, y *types.Var) bool {
	switch {
	case x == y:
		return x.IsField() || x.Parent() == p.Pkg.Scope()
	case y.IsField():
		return keeps(p, fns.claims, y, x)
	}
	return x.Kind() == types.ParamVar && y.Kind() == types.ParamVar && releasesByName(fns.releases) && receiver(p, fns.claims) == receiver(p, fns.releases)
}

// keeps reports whether a function that acquires a lock puts its key into a field.
//
//	return &lease{rdb: rdb, key: key}
func keeps(p *check.Pass, decl *ast.FuncDecl, field, key *types.Var) (found bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			found = found || named(p, n.Key) == field && named(p, n.Value) == key
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				found = found || len(n.Rhs) == len(n.Lhs) && named(p, to) == field && named(p, n.Rhs[i]) == key
			}
		}
		return !found
	})
	return found
}

// named returns the variable or field that an expression names.
func named(p *check.Pass, expr ast.Expr) *types.Var {
	if sel, ok := ast.Unparen(expr).(*ast.SelectorExpr); ok {
		expr = sel.Sel
	}
	return rediscmd.Variable(p, expr)
}

// receiver returns the type that a function is a method of, nil for none.
func receiver(p *check.Pass, decl *ast.FuncDecl) *types.TypeName {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return nil
	}
	if t := callmatch.Named(fn.Signature().Recv().Type()); t != nil {
		return t.Obj()
	}
	return nil
}

// compared returns a call that reads what is stored, in the function that deletes the key or in the one
// that it calls for that.
func compared(p *check.Pass, release *rediscmd.Command) (found ast.Node) {
	bodies := []ast.Node{declOf(release.Cur)}
	if fn := callmatch.Callee(p.TypesInfo, release.Call); fn != nil {
		if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil {
			bodies = append(bodies, decl)
		}
	}
	for _, body := range bodies {
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || found != nil {
				return found == nil
			}
			if fn := callmatch.Callee(p.TypesInfo, call); fn != nil && fn.Pkg() != nil && fn.Name() == "Get" {
				if _, client := catalog.RedisClients[fn.Pkg().Path()]; client {
					found = call
				}
			}
			return found == nil
		})
	}
	return found
}
