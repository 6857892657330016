package unrecoveredcallback

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
)

// callbacks finds calls of function values that come from outside of the package.
type callbacks struct {
	p     *check.Pass
	in    *inspector.Inspector
	index *astindex.Index
	known *recovers.Result
	many  bool // what is looked for is put into a container, and may be of any type
	any   bool // calls of functions and interfaces of the package count as well, from wherever they come
}

// unguarded returns a call of a callback that the goroutine comes to outside of any recover.
func (c *callbacks) unguarded(start astindex.Start) *ast.CallExpr {
	switch {
	case start.Lit != nil:
		return c.callIn(start.Lit.Body, 3)
	case start.Func != nil:
		if decl := c.index.Decls[start.Func.Origin()]; decl != nil && decl.Body != nil {
			return c.callIn(decl.Body, 3)
		}
	default:
		if call := start.Inner(); call != nil && c.isCallback(call) {
			return call
		}
	}
	return nil
}

// callIn returns a call of a callback in a body, or in the functions of the package that it
// calls, depth deep, where nothing recovers.
func (c *callbacks) callIn(body *ast.BlockStmt, depth int) (found *ast.CallExpr) {
	if depth == 0 || c.known.Guards(body) {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			if found != nil {
				return false
			}
			found = c.callback(n, depth)
		}
		return found == nil
	})
	return found
}

// callback returns call if it is one of a callback, or the one that its function comes to.
func (c *callbacks) callback(call *ast.CallExpr, depth int) *ast.CallExpr {
	if c.isCallback(call) {
		return call
	}
	fn := callmatch.Callee(c.p.TypesInfo, call)
	if fn == nil || fn.Pkg() != c.p.Pkg {
		return nil
	}
	decl := c.index.Decls[fn.Origin()]
	switch {
	case c.isPlugin(call, fn):
		return call
	case decl == nil || decl.Body == nil:
		if c.any && types.IsInterface(fn.Signature().Recv().Type()) {
			return call
		}
	case !c.any:
		return c.callIn(decl.Body, depth-1)
	case !c.known.Guards(decl.Body):
		return call
	}
	return nil
}

// isCallback reports whether a call is one of a function value from outside.
func (c *callbacks) isCallback(call *ast.CallExpr) bool {
	t := c.p.TypesInfo.TypeOf(call.Fun)
	if t == nil || callmatch.TypeName(t) == "context.CancelFunc" || callmatch.TypeName(t) == "context.CancelCauseFunc" {
		return false
	}
	_, isFunc := t.Underlying().(*types.Signature)
	return isFunc && !c.p.TypesInfo.Types[call.Fun].IsType() && callmatch.Callee(c.p.TypesInfo, call) == nil && c.outside(call.Fun, 8)
}

// outside reports whether a function value, or one in a container, comes from an importer:
// a task that an exported function gets, an exported field, or what such a function puts into a
// container. A function in a field of its own is one that the object works with.
func (c *callbacks) outside(expr ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, ok := c.p.TypesInfo.ObjectOf(expr).(*types.Var)
		return ok && !v.IsField() && v.Pkg() == c.p.Pkg && c.variable(v, depth)
	case *ast.SelectorExpr:
		v, ok := c.p.TypesInfo.Uses[expr.Sel].(*types.Var)
		return ok && v.IsField() && v.Pkg() == c.p.Pkg && (c.any || v.Exported() || c.outside(expr.X, depth-1) || isContainer(v.Type()) && c.setFromOutside(v, depth))
	case *ast.IndexExpr:
		return c.outside(expr.X, depth)
	case *ast.KeyValueExpr:
		return c.outside(expr.Value, depth)
	case *ast.UnaryExpr:
		return c.outside(expr.X, depth)
	case *ast.CallExpr:
		return slices.ContainsFunc(expr.Args, func(arg ast.Expr) bool { return c.outside(arg, depth-1) })
	case *ast.CompositeLit:
		return slices.ContainsFunc(expr.Elts, func(elt ast.Expr) bool { return c.outside(elt, depth-1) })
	}
	return false
}

// variable reports whether a variable of a function gets its value from outside.
func (c *callbacks) variable(v *types.Var, depth int) bool {
	if i, fn, ok := c.parameter(v); ok {
		decl, isDecl := fn.(*ast.FuncDecl)
		if !isDecl {
			return c.argumentOf(fn.(*ast.FuncLit), i, depth)
		}
		obj, _ := c.p.TypesInfo.Defs[decl.Name].(*types.Func)
		return c.any || decl.Name.IsExported() && (c.many || isTask(v.Type())) || slices.ContainsFunc(c.index.Calls[obj], func(call astindex.Call) bool {
			return i < len(call.Expr.Args) && c.outside(call.Expr.Args[i], depth-1)
		})
	}
	return c.any || c.setFromOutside(v, depth)
}

// isContainer reports whether a type is one of many values, which others put in.
func isContainer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Chan:
		return true
	}
	return false
}

// isTask reports whether a parameter is a piece of work, or has some: a function that gets nothing but
// a context and has no result but an error, as the tasks of a pool. Others serve the function that
// they are passed to.
func isTask(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return true
	}
	for param := range sig.Params().Variables() {
		if callmatch.TypeName(param.Type()) != "context.Context" {
			return false
		}
	}
	return sig.Results().Len() == 0 || sig.Results().Len() == 1 && callmatch.IsError(sig.Results().At(0).Type())
}

// argumentOf reports whether the i-th argument of a literal that is called in place is from outside.
func (c *callbacks) argumentOf(lit *ast.FuncLit, i, depth int) bool {
	cur, ok := astindex.Find(c.in, lit)
	if !ok {
		return false
	}
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	return ok && ast.Unparen(call.Fun) == lit && i < len(call.Args) && c.outside(call.Args[i], depth-1)
}

// parameter returns the function of which v is the i-th parameter.
func (c *callbacks) parameter(v *types.Var) (i int, fn ast.Node, ok bool) {
	for _, file := range c.p.Files {
		if v.Pos() < file.FileStart || file.FileEnd < v.Pos() {
			continue
		}
		cur, found := c.in.Root().FindByPos(v.Pos(), v.Pos())
		if !found {
			return 0, nil, false
		}
		for f := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			sig := astindex.Signature(c.p.TypesInfo, f.Node())
			for i := range sig.Params().Len() {
				if sig.Params().At(i) == v {
					return i, f.Node(), true
				}
			}
		}
	}
	return 0, nil, false
}

// setFromOutside reports whether something that is assigned to a variable or field, appended,
// stored in it or sent on it is from outside.
func (c *callbacks) setFromOutside(v *types.Var, depth int) bool {
	if isContainer(v.Type()) && !c.many {
		c.many = true
		defer func() { c.many = false }()
	}
	uses := c.index.Uses[v]
	if cur, ok := c.in.Root().FindByPos(v.Pos(), v.Pos()); ok {
		if id, ok := cur.Node().(*ast.Ident); ok {
			uses = append(slices.Clip(uses), id)
		}
	}
	return slices.ContainsFunc(uses, func(id *ast.Ident) bool {
		cur, ok := astindex.Find(c.in, id)
		return ok && slices.ContainsFunc(valuesFor(cur), func(value ast.Expr) bool { return c.outside(value, depth-1) })
	})
}

// valuesFor returns what the statement or literal around the use of a variable puts into it.
func valuesFor(cur inspector.Cursor) []ast.Expr {
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == cur.Node() {
		cur = cur.Parent()
	}
	for {
		index, ok := cur.Parent().Node().(*ast.IndexExpr)
		if !ok || index.X != cur.Node() {
			break
		}
		cur = cur.Parent()
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.KeyValueExpr:
		if parent.Key == cur.Node() {
			return []ast.Expr{parent.Value}
		}
	case *ast.SendStmt:
		if parent.Chan == cur.Node() {
			return []ast.Expr{parent.Value}
		}
	case *ast.RangeStmt:
		if parent.Value == cur.Node() || parent.Key == cur.Node() {
			return []ast.Expr{parent.X}
		}
	case *ast.AssignStmt:
		return assigned(parent, cur.Node())
	}
	return nil
}

func assigned(stmt *ast.AssignStmt, lhs ast.Node) []ast.Expr {
	for i, l := range stmt.Lhs {
		switch {
		case l != lhs || stmt.Tok != token.ASSIGN && stmt.Tok != token.DEFINE:
		case len(stmt.Rhs) == len(stmt.Lhs):
			return stmt.Rhs[i : i+1]
		case i == 0:
			return stmt.Rhs
		}
	}
	return nil
}
