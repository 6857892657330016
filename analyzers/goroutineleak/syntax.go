package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// pathTo returns the nodes from the file down to cur.
func pathTo(cur inspector.Cursor) []ast.Node {
	var path []ast.Node
	for c := range cur.Enclosing() {
		path = append(path, c.Node())
	}
	slices.Reverse(path)
	return path
}

// outermostFunc returns the declaration around cur, or its file.
func outermostFunc(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.File)(nil)) {
		return c.Node()
	}
	return nil
}

// within reports whether pos lies in n.
func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// usesIn reports whether n mentions v.
func usesIn(info *types.Info, n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// localVariable returns the variable that expr names, unless it is a field or
// belongs to the package.
func localVariable(info *types.Info, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// rootVar returns the variable at the start of a path of fields such as x.a.b,
// or nil for any other expression.
func rootVar(info *types.Info, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.Uses[expr].(*types.Var)
		return v
	case *ast.SelectorExpr:
		if s := info.Selections[expr]; s != nil && s.Kind() == types.FieldVal {
			return rootVar(info, expr.X)
		}
		v, _ := info.Uses[expr.Sel].(*types.Var) // of another package
		return v
	}
	return nil
}

// visibleAt reports whether v's name means v at pos.
func visibleAt(p *check.Pass, v *types.Var, pos token.Pos) bool {
	if v.Pkg() != p.Pkg {
		return true
	}
	_, obj := p.Pkg.Scope().Innermost(pos).LookupParent(v.Name(), pos)
	return obj == v
}

// received returns the channel of a statement that only receives, or nil.
func received(stmt ast.Stmt) ast.Expr {
	var expr ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			expr = stmt.Rhs[0]
		}
	}
	if u, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

func funcType(fn ast.Node) *ast.FuncType {
	switch fn := fn.(type) {
	case *ast.FuncLit:
		return fn.Type
	case *ast.FuncDecl:
		return fn.Type
	}
	return nil
}

func funcBody(fn ast.Node) *ast.BlockStmt {
	switch fn := fn.(type) {
	case *ast.FuncLit:
		return fn.Body
	case *ast.FuncDecl:
		return fn.Body
	}
	return nil
}
