package failedconstructor

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

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

// callerEnds returns where a function that calls fn ends what the receiver keeps.
func (c *constructor) callerEnds(o *opened, fn *types.Func, depth int) token.Pos {
	for _, call := range astindex.Of(c.p.Pass).Calls[fn] {
		body := astindex.FuncBody(call.In)
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
