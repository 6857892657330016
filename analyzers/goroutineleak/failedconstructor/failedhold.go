package failedconstructor

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// holders returns the local variables that hold what was opened: what is made of it, by a
// literal or by a call that is given it.
//
//	c := &Client{conn: conn, r: bufio.NewReader(conn)}
func (c *constructor) holders(o *opened, rest []ast.Stmt) map[*types.Var]bool {
	set := map[*types.Var]bool{o.v: true}
	for _, stmt := range rest {
		targets, values := assigned(stmt)
		for _, rhs := range values {
			if !c.mentions(set, rhs) || c.measured(rhs) {
				continue
			}
			for _, lhs := range targets {
				if v := c.root(lhs); v != nil && !callmatch.IsError(v.Type()) && syntax.Within(c.body, v.Pos()) {
					set[v] = true
				}
			}
		}
	}
	return set
}

// root returns the variable that the target of an assignment begins with.
func (c *constructor) root(lhs ast.Expr) *types.Var {
	if v := localOf(c.p.TypesInfo, lhs); v != nil {
		return v
	}
	return syntax.RootVar(c.p.TypesInfo, lhs)
}

// measured reports whether a value, the first of several, is a basic one or a list of such,
// which holds nothing: what has been read.
func (c *constructor) measured(rhs ast.Expr) bool {
	t := c.p.TypesInfo.TypeOf(rhs)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	if list, ok := t.Underlying().(*types.Slice); ok {
		t = list.Elem()
	}
	_, basic := t.Underlying().(*types.Basic)
	return basic
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

// returned reports whether the function returns what was opened, or what holds it.
func (c *constructor) returned(o *opened) bool {
	found := false
	inOwn(c.body, func(n ast.Node) {
		if ret, ok := n.(*ast.ReturnStmt); ok && ret.Pos() > o.stmt.Pos() && len(ret.Results) > 1 {
			found = found || c.p.TypesInfo.Types[ret.Results[len(ret.Results)-1]].IsNil() && c.mentions(o.holders, ret.Results[0])
		}
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

// escapes reports whether other code may hold what was opened, and close it: a
// literal, a deferred call, a goroutine, a field or variable that is none of the function's
// own, a method value, a channel.
func (c *constructor) escapes(o *opened, rest []ast.Stmt) bool {
	return slices.ContainsFunc(rest, func(stmt ast.Stmt) bool {
		found := false
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit, *ast.DeferStmt, *ast.SendStmt:
				found = found || c.mentions(o.holders, n)
			case *ast.GoStmt:
				found = found || slices.ContainsFunc(n.Call.Args, func(arg ast.Expr) bool { return c.mentions(o.holders, arg) })
			case *ast.AssignStmt:
				found = found || c.givesAway(o, n)
			}
			return !found
		})
		return found
	})
}

// givesAway reports whether an assignment puts what was opened where others find it.
func (c *constructor) givesAway(o *opened, assign *ast.AssignStmt) bool {
	if !slices.ContainsFunc(assign.Rhs, func(rhs ast.Expr) bool { return c.mentions(o.holders, rhs) && !c.measured(rhs) }) {
		return false
	}
	return slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
		v := c.root(lhs)
		return v == nil && !isBlank(lhs) || v != nil && !syntax.Within(c.body, v.Pos()) && !callmatch.IsError(v.Type())
	})
}

func isBlank(expr ast.Expr) bool {
	id, ok := expr.(*ast.Ident)
	return ok && id.Name == "_"
}

// endedBy reports whether a statement that is no failure may end what was opened, whatever
// happens.
func (c *constructor) endedBy(o *opened, stmt ast.Stmt) bool {
	switch stmt.(type) {
	case *ast.ExprStmt, *ast.DeferStmt, *ast.AssignStmt:
		return c.mayEnd(o, stmt)
	}
	return false
}

// mayEnd reports whether a call in n may end what was opened: a function that ends
// something by its name, or that calls such a method of a type that holds it.
func (c *constructor) mayEnd(o *opened, n ast.Node) bool {
	return c.calls(n, func(call *ast.CallExpr) bool {
		fn := callmatch.Callee(c.p.TypesInfo, call)
		return fn != nil && c.mentions(o.holders, call) && (catalog.EndsByName(fn.Name()) || c.endsInside(o, fn, 3))
	})
}

func (c *constructor) endsInside(o *opened, fn *types.Func, depth int) bool {
	decl := astindex.Of(c.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || depth == 0 {
		return false
	}
	return c.calls(decl.Body, func(call *ast.CallExpr) bool {
		callee := callmatch.Callee(c.p.TypesInfo, call)
		if callee == nil {
			return false
		}
		return catalog.EndsByName(callee.Name()) && c.holds(o, call) || c.endsInside(o, callee, depth-1)
	})
}

// holds reports whether a method call is one of a value of the type of what was opened, or
// of what holds it.
func (c *constructor) holds(o *opened, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	t := c.p.TypesInfo.TypeOf(sel.X)
	for v := range o.holders {
		if t != nil && types.Identical(t, v.Type()) {
			return true
		}
	}
	return false
}

func (c *constructor) calls(n ast.Node, match func(*ast.CallExpr) bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			found = match(call)
		}
		return !found
	})
	return found
}

// failures returns the returns with an error in stmt, an if, that leave what was opened
// open. The failure to open it is none.
func (c *constructor) failures(o *opened, stmt ast.Stmt) (found []*ast.ReturnStmt) {
	cond, ok := stmt.(*ast.IfStmt)
	if !ok || c.mayEnd(o, cond) || cond.Init == nil && c.ownError(o, cond) {
		return nil
	}
	inOwn(cond.Body, func(n ast.Node) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) < 2 || c.mentions(o.holders, ret) {
			return
		}
		last, first := ret.Results[len(ret.Results)-1], c.p.TypesInfo.Types[ret.Results[0]]
		if !c.p.TypesInfo.Types[last].IsNil() && first.IsNil() {
			found = append(found, ret)
		}
	})
	return found
}

// ownError reports whether an if asks for the error of opening, which nothing else has been
// assigned to in between.
func (c *constructor) ownError(o *opened, cond *ast.IfStmt) bool {
	if o.err == nil || !c.mentions(map[*types.Var]bool{o.err: true}, cond.Cond) {
		return false
	}
	again := false
	inOwn(c.body, func(n ast.Node) {
		assign, ok := n.(*ast.AssignStmt)
		if ok && assign.Pos() > o.stmt.End() && assign.End() < cond.Pos() {
			again = again || slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return localOf(c.p.TypesInfo, lhs) == o.err })
		}
	})
	return !again
}

// fix ends what was opened before each return that fails, by the value that holds it if that can be
// ended.
func (c *constructor) fix(o *opened, all []*ast.ReturnStmt) *edit.Fix {
	name, end := o.v.Name(), c.ender(o.v)
	if end == "" {
		return nil
	}
	e := c.p.Edit(all[0].Pos())
	for _, ret := range all {
		if !syntax.VisibleAt(c.p, o.v, ret.Pos()) {
			return nil
		}
		e.Before(ret, name+"."+end+"()")
	}
	if len(all) > 1 {
		return e.Fix("Call "+name+"."+end+" before each return that fails", "")
	}
	return e.Fix("Call "+name+"."+end+" before the return", "")
}
