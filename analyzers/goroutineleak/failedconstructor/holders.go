package failedconstructor

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
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

// concerns reports whether n mentions what holds o, the owner included.
func (c *constructor) concerns(o *opened, n ast.Node) bool {
	return c.mentions(o.holders, n) || o.owner != nil && syntax.UsesIn(c.p.TypesInfo, n, o.owner)
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

// escapes reports whether other code may hold what was opened after n, and close it: a
// literal, a deferred call, a goroutine, a field or variable that is none of the function's
// own, a method value, a channel.
func (c *constructor) escapes(o *opened, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.SendStmt:
			found = found || c.mentions(o.holders, n)
		case *ast.GoStmt:
			found = found || slices.ContainsFunc(n.Call.Args, func(arg ast.Expr) bool { return c.mentions(o.holders, arg) })
		case *ast.AssignStmt:
			found = found || c.givesAway(o, n)
		case *ast.ExprStmt:
			found = found || c.registers(o, n)
		}
		return !found
	})
	return found
}

// registers reports whether a statement passes what was opened to what keeps it, by the
// name of the function.
//
//	log.SetOutput(f)
func (c *constructor) registers(o *opened, stmt *ast.ExprStmt) bool {
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(c.p.TypesInfo, call)
	return fn != nil && catalog.KeepWords[catalog.Words(fn.Name())[0]] &&
		slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return c.mentions(o.holders, arg) })
}

// givesAway reports whether an assignment puts what was opened where others find it.
func (c *constructor) givesAway(o *opened, assign *ast.AssignStmt) bool {
	return c.assignsTo(o, assign, func(lhs ast.Expr, v *types.Var) bool {
		return v == nil && !isBlank(lhs) || v != nil && v != c.recv && !c.own(v) && !callmatch.IsError(v.Type())
	})
}

// keeps reports whether n puts what was opened into a field of the receiver.
func (c *constructor) keeps(o *opened, n ast.Node) bool {
	assign, ok := n.(*ast.AssignStmt)
	return ok && c.recv != nil && c.assignsTo(o, assign, func(_ ast.Expr, v *types.Var) bool { return v == c.recv })
}

// keptLater reports whether the function puts what was opened into a field of the receiver.
func (c *constructor) keptLater(o *opened) bool {
	found := false
	inOwn(c.body, func(n ast.Node) { found = found || n.Pos() > o.stmt.Pos() && c.keeps(o, n) })
	return found
}

func (c *constructor) assignsTo(o *opened, assign *ast.AssignStmt, match func(ast.Expr, *types.Var) bool) bool {
	if !slices.ContainsFunc(assign.Rhs, func(rhs ast.Expr) bool { return c.mentions(o.holders, rhs) && !c.measured(rhs) }) {
		return false
	}
	return slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return match(lhs, c.root(lhs)) })
}

func isBlank(expr ast.Expr) bool {
	id, ok := expr.(*ast.Ident)
	return ok && id.Name == "_"
}

// mayEnd reports whether a call in n may end what was opened: a function that ends
// something by its name, or that calls such a method of a type that holds it; whether n
// receives what a goroutine sends at its end; or whether it is a list that a loop ends.
func (c *constructor) mayEnd(o *opened, n ast.Node) bool {
	return c.tellsEnd(o, n) || c.endsEach(o, n) || c.calls(n, func(call *ast.CallExpr) bool {
		if !c.concerns(o, call) {
			return false
		}
		fn := callmatch.Callee(c.p.TypesInfo, call)
		if fn == nil {
			v := localOf(c.p.TypesInfo, call.Fun)
			return v != nil && o.endedBy(v.Name())
		}
		return o.endedBy(fn.Name()) || c.endsInside(o, fn, 3)
	})
}

// tellsEnd reports whether n receives from a channel that the goroutine, outside of loops,
// sends on or closes: its call has returned before that.
//
//	go func() { failed <- srv.ListenAndServe() }()
func (c *constructor) tellsEnd(o *opened, n ast.Node) bool {
	start, ok := o.stmt.(*ast.GoStmt)
	if !ok {
		return false
	}
	lit, ok := ast.Unparen(start.Call.Fun).(*ast.FuncLit)
	if !ok {
		return false
	}
	told := c.toldOn(lit.Body)
	found := false
	inOwn(n, func(n ast.Node) {
		receive, ok := n.(*ast.UnaryExpr)
		found = found || ok && receive.Op == token.ARROW && told[c.p.Source(receive.X)]
	})
	return found
}

// toldOn returns the channels, as they are written, that body sends on or closes outside of loops.
func (c *constructor) toldOn(body ast.Node) map[string]bool {
	told := make(map[string]bool)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return false
		case *ast.SendStmt:
			told[c.p.Source(n.Chan)] = true
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "close" && len(n.Args) == 1 {
				told[c.p.Source(n.Args[0])] = true
			}
		}
		return true
	})
	return told
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
		return o.endedBy(callee.Name()) && c.holds(o, call) || c.endsInside(o, callee, depth-1)
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
	if t == nil {
		return false
	}
	if types.Identical(t, o.typ) || o.owner != nil && types.Identical(t, o.owner.Type()) {
		return true
	}
	for v := range o.holders {
		if types.Identical(t, v.Type()) {
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

// keptLeak reports whether a failure leaks what the receiver keeps: it has a method that
// ends it, and no caller calls that after the failure.
func (c *constructor) keptLeak(o *opened, ret ast.Node) bool {
	decl, ok := c.fn.(*ast.FuncDecl)
	if !ok || o.owner == nil || !c.hasEnder(o.owner.Type()) {
		return false
	}
	fn, _ := c.p.TypesInfo.Defs[decl.Name].(*types.Func)
	if fn == nil {
		return false
	}
	if pos := c.callerEnds(o, fn.Origin(), 2); pos.IsValid() {
		c.p.Safe(ret.(*ast.ReturnStmt), o.name, verdict.Handled, pos)
		return false
	}
	return true
}

// callerEnds returns where a function that calls fn ends what the receiver keeps.
func (c *constructor) callerEnds(o *opened, fn *types.Func, depth int) token.Pos {
	for _, call := range astindex.Of(c.p.Pass).Calls[fn] {
		body := syntax.FuncBody(call.In)
		if body == nil {
			continue
		}
		found := token.NoPos
		c.calls(body, func(call *ast.CallExpr) bool {
			callee := callmatch.Callee(c.p.TypesInfo, call)
			if callee != nil && catalog.EndsByName(callee.Name()) && c.holds(o, call) {
				found = call.Pos()
			}
			return found.IsValid()
		})
		if decl, ok := call.In.(*ast.FuncDecl); ok && !found.IsValid() && depth > 1 {
			if caller, ok := c.p.TypesInfo.Defs[decl.Name].(*types.Func); ok && caller != fn {
				found = c.callerEnds(o, caller.Origin(), depth-1)
			}
		}
		if found.IsValid() {
			return found
		}
	}
	return token.NoPos
}
