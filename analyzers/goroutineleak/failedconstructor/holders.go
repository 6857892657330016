package failedconstructor

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// holders returns the local variables that hold what was opened: what is made of it, by a
// literal or by a call that is given it.
//
//	c := &Client{conn: conn, r: bufio.NewReader(conn)}
func (c *constructor) holders(o *opened) map[*types.Var]bool {
	set := make(map[*types.Var]bool)
	if o.v != nil {
		set[o.v] = true
	}
	inOwn(c.body, func(n ast.Node) {
		targets, values := assigned(n)
		for _, rhs := range values {
			if n.Pos() <= o.stmt.Pos() || !c.mentions(set, rhs) || c.measured(rhs) {
				continue
			}
			for _, lhs := range targets {
				if v := c.root(lhs); v != nil && !callmatch.IsError(v.Type()) && c.own(v) {
					set[v] = true
				}
			}
		}
	})
	return set
}

// own reports whether a variable is the constructor's own: declared in its body, or a result
// that has a name.
func (c *constructor) own(v *types.Var) bool {
	results := syntax.FuncType(c.fn).Results
	return syntax.Within(c.body, v.Pos()) || results.Pos() <= v.Pos() && v.Pos() < results.End()
}

// root returns the variable that the target of an assignment begins with.
func (c *constructor) root(lhs ast.Expr) *types.Var {
	if v := localOf(c.p.TypesInfo, lhs); v != nil {
		return v
	}
	return syntax.RootVar(c.p.TypesInfo, lhs)
}

// measured reports whether a value, the first of several, is data alone, which holds nothing: what has been read.
func (c *constructor) measured(rhs ast.Expr) bool {
	t := c.p.TypesInfo.TypeOf(rhs)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	return isData(t, 4)
}

func (c *constructor) mentions(set map[*types.Var]bool, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, _ := c.p.TypesInfo.Uses[id].(*types.Var)
			found = found || v != nil && set[v]
		}
		return !found
	})
	return found
}

// concerns reports whether n mentions what holds o, the owner included.
func (c *constructor) concerns(o *opened, n ast.Node) bool {
	return c.mentions(o.holders, n) || o.owner != nil && syntax.UsesIn(c.p.TypesInfo, n, o.owner)
}

// returned reports whether the function returns what was opened, or what holds it.
func (c *constructor) returned(o *opened) bool {
	found := false
	inOwn(c.body, func(n ast.Node) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || ret.Pos() < o.stmt.Pos() || len(ret.Results) < 2 {
			return
		}
		last := ret.Results[len(ret.Results)-1]
		id, isVar := ast.Unparen(ret.Results[0]).(*ast.Ident)
		if t := c.p.TypesInfo.TypeOf(ret.Results[0]); t != nil && isData(t, 4) {
			return // the name of a file, or what was read of it
		}
		found = found || c.p.TypesInfo.Types[last].IsNil() && c.mentions(o.holders, ret.Results[0]) ||
			isVar && c.mentions(o.holders, id) && !c.isError(ret, last) // return f, err
	})
	return found
}

// inOwn visits the nodes of body that belong to no function literal.
func inOwn(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}

// endsLater reports whether the function itself ends a goroutine or child of its own on other
// paths. What it opens for itself is resourceleak/left-open's.
func (c *constructor) endsLater(o *opened) bool {
	found := false
	inOwn(c.body, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || o.kind == open || o.v == nil || call.Pos() < o.stmt.End() {
			return
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		found = found || ok && o.endedBy(sel.Sel.Name) && localOf(c.p.TypesInfo, sel.X) == o.v
	})
	return found
}

// deferredBefore reports whether a call that is deferred before o is opened may end it.
func (c *constructor) deferredBefore(o *opened) bool {
	found := false
	inOwn(c.body, func(n ast.Node) {
		if d, ok := n.(*ast.DeferStmt); ok && d.Pos() < o.stmt.Pos() {
			found = found || c.mentions(o.holders, d) || c.mayEnd(o, d)
		}
	})
	return found
}
