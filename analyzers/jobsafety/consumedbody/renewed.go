package consumedbody

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// keeps are the methods of readers that leave the position as it is.
var keeps = map[string]bool{"Len": true, "Size": true, "Close": true, "Name": true, "Stat": true, "String": true, "Bytes": true}

// renewed reports whether anything in the extent gives the body new content, or may do so.
func (b *body) renewed() bool {
	cur, ok := astindex.Find(b.p.ResultOf[inspect.Analyzer].(*inspector.Inspector), b.extent)
	if !ok {
		return true
	}
	for c := range cur.Preorder((*ast.Ident)(nil)) {
		id := c.Node().(*ast.Ident)
		v, ok := b.p.TypesInfo.Uses[id].(*types.Var)
		if !ok || !slices.Contains(b.vars, types.Object(v.Origin())) {
			continue
		}
		if sel, ok := c.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			c = c.Parent()
		}
		if addr, ok := c.Parent().Node().(*ast.UnaryExpr); ok && addr.Op == token.AND {
			c = c.Parent()
		}
		if b.renews(c) {
			return true
		}
	}
	return false
}

// renews reports whether a use of the variable may renew the body.
func (b *body) renews(c inspector.Cursor) bool {
	expr := c.Node().(ast.Expr)
	switch n := c.Parent().Node().(type) {
	case *ast.AssignStmt:
		return slices.Contains(n.Lhs, expr) && !b.copies(n)
	case *ast.SelectorExpr:
		if !b.request {
			return !keeps[n.Sel.Name]
		}
		return n.Sel.Name == "GetBody" || n.Sel.Name == "Body" && !harmless(c.Parent())
	case *ast.BinaryExpr:
		return false // compared with nil
	case *ast.CallExpr:
		arg, _ := sent(b.p, n, 2)
		if arg == expr {
			return false
		}
		return !b.request || mayRenew(b.p, n)
	}
	return !b.request
}

// copies reports whether an assignment gives the variable a copy of the request, which shares its body.
func (b *body) copies(n *ast.AssignStmt) bool {
	call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	return ok && catalog.CopiesRequest[callmatch.CalleeName(b.p.TypesInfo, call)]
}

// harmless reports whether a request's body is closed, or compared.
func harmless(c inspector.Cursor) bool {
	switch n := c.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return n.Sel.Name == "Close"
	case *ast.BinaryExpr:
		return true
	}
	return false
}

// mayRenew reports whether a function that is passed the request may set its body: one of the package
// that mentions it, or that is not known.
func mayRenew(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return true
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return !callmatch.Std(fn)
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && (sel.Sel.Name == "Body" || sel.Sel.Name == "GetBody") && isRequest(p.TypesInfo.TypeOf(sel.X))
		return !found
	})
	return found
}

// filled reports whether the body has content, as far as the function shows: a request of a caller may
// have none.
func (b *body) filled() bool {
	v := b.vars[len(b.vars)-1].(*types.Var)
	values, param := b.values(v)
	if param || v.IsField() {
		b.maybeNone = b.request
		return !b.looksAt() && (!b.request || v.IsField() || b.passed(v))
	}
	return b.anyFilled(values)
}

// passed reports whether a caller may pass a request that has a body, and notes that one does.
func (b *body) passed(v *types.Var) bool {
	decl, ok := b.fn.Node().(*ast.FuncDecl)
	if !ok {
		return true
	}
	fn := b.p.TypesInfo.Defs[decl.Name].(*types.Func)
	i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v)
	calls, known := astindex.Of(b.p.Pass).Calls[fn], !fn.Exported()
	for _, call := range calls {
		cur, ok := astindex.Find(b.fn.Inspector(), call.Expr)
		if !ok || i < 0 || i >= len(call.Expr.Args) {
			return true
		}
		id, _ := ast.Unparen(call.Expr.Args[i]).(*ast.Ident)
		arg, isVar := b.p.TypesInfo.Uses[id].(*types.Var)
		caller := *b
		caller.fn, ok = astindex.FuncAround(cur)
		if !ok || id == nil || !isVar {
			known = false
			continue
		}
		values, param := caller.values(arg)
		if b.anyFilled(values) {
			b.maybeNone = false
			return true
		}
		known = known && !param
	}
	return !known || len(calls) == 0
}

// anyFilled reports whether one of the values of a variable is a body with content, or has one.
func (b *body) anyFilled(values []ast.Expr) bool {
	return slices.ContainsFunc(values, func(value ast.Expr) bool {
		call, ok := ast.Unparen(value).(*ast.CallExpr)
		if !ok || !b.request {
			return !empty(b.p, value)
		}
		i, known := catalog.ReadsBody[callmatch.CalleeName(b.p.TypesInfo, call)]
		return known && i < len(call.Args) && !empty(b.p, call.Args[i])
	})
}

// looksAt reports whether the function looks at the body of a caller's request before the loop.
func (b *body) looksAt() bool {
	if !b.request {
		return false
	}
	outer := *b
	outer.extent = astindex.DeclAround(b.fn)
	return outer.renewed()
}

// values returns what is assigned to a variable, and whether it is a parameter.
func (b *body) values(v *types.Var) (list []ast.Expr, param bool) {
	decl := astindex.DeclAround(b.fn)
	param = v.Kind() == types.ParamVar || v.Kind() == types.RecvVar
	add := func(name ast.Expr, rhs []ast.Expr, i int) {
		id, ok := name.(*ast.Ident)
		if !ok || len(rhs) == 0 || b.p.TypesInfo.ObjectOf(id) != v {
			return
		}
		list = append(list, rhs[min(i, len(rhs)-1)])
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				add(l, n.Rhs, i)
			}
		case *ast.ValueSpec:
			for i, l := range n.Names {
				add(l, n.Values, i)
			}
			if len(n.Values) == 0 && len(n.Names) == 1 && b.p.TypesInfo.Defs[n.Names[0]] == v && !types.IsInterface(v.Type()) {
				list = append(list, n.Names[0]) // a buffer that is filled later
			}
		}
		return true
	})
	return list, param
}

// empty reports whether an expression is a body without content.
func empty(p *check.Pass, expr ast.Expr) bool {
	if p.TypesInfo.Types[expr].IsNil() {
		return true
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.SelectorExpr:
		v, ok := p.TypesInfo.Uses[expr.Sel].(*types.Var)
		return ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "NoBody"
	case *ast.CallExpr:
		if catalog.BodyReaders[callmatch.CalleeName(p.TypesInfo, expr)] {
			arg := expr.Args[0]
			text := p.TypesInfo.Types[arg]
			lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
			return text.IsNil() || text.Value != nil && text.Value.ExactString() == `""` || ok && len(lit.Elts) == 0
		}
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[expr].(*types.Var)
		return ok && v.Kind() == types.LocalVar && types.IsInterface(v.Type()) && onlyDeclared(p, v)
	}
	return false
}

// onlyDeclared reports whether nothing is ever assigned to an interface: it is nil.
func onlyDeclared(p *check.Pass, v *types.Var) bool {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.Ident)(nil), (*ast.UnaryExpr)(nil)) {
		id, ok := cur.Node().(*ast.Ident)
		if !ok || p.TypesInfo.ObjectOf(id) != v {
			continue
		}
		switch n := cur.Parent().Node().(type) {
		case *ast.AssignStmt:
			if slices.Contains(n.Lhs, ast.Expr(id)) {
				return false
			}
		case *ast.ValueSpec:
			if len(n.Values) > 0 {
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				return false
			}
		}
	}
	return true
}
