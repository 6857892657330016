package contextoutsidegroup

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A group is made with a context of its own, which the first error cancels.
type group struct {
	group types.Object
	inner types.Object // nil where the context is dropped
	outer ast.Expr     // what the context is made of
	name  *ast.Ident   // of inner
	made  token.Pos
}

// groupOf returns the group that a statement g, gctx := errgroup.WithContext(ctx) makes.
func groupOf(p *check.Pass, stmt *ast.AssignStmt) *group {
	if len(stmt.Lhs) != 2 || len(stmt.Rhs) != 1 {
		return nil
	}
	call, ok := stmt.Rhs[0].(*ast.CallExpr)
	if !ok || callmatch.CalleeName(p.TypesInfo, call) != "golang.org/x/sync/errgroup.WithContext" {
		return nil
	}
	first, okFirst := stmt.Lhs[0].(*ast.Ident)
	second, okSecond := stmt.Lhs[1].(*ast.Ident)
	if !okFirst || !okSecond {
		return nil
	}
	g := &group{group: p.TypesInfo.ObjectOf(first), outer: ast.Unparen(call.Args[0]), name: second, made: stmt.Pos()}
	if second.Name != "_" {
		g.inner = p.TypesInfo.ObjectOf(second)
	}
	if g.inner == nil && second.Name != "_" || g.isOuter(p, second) || !stays(g.outer) {
		return nil
	}
	return g
}

// stays reports whether an expression gives the same context each time: a variable, a field, or
// the context of a request.
func stays(expr ast.Expr) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return stays(e.X)
	case *ast.CallExpr:
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		return ok && len(e.Args) == 0 && sel.Sel.Name == "Context" && stays(sel.X)
	}
	return false
}

// isOuter reports whether an expression is the context that the group's is made of.
func (g *group) isOuter(p *check.Pass, expr ast.Expr) bool {
	expr = ast.Unparen(expr)
	if want, ok := g.outer.(*ast.Ident); ok {
		id, ok := expr.(*ast.Ident)
		return ok && p.TypesInfo.ObjectOf(id) != nil && p.TypesInfo.ObjectOf(id) == p.TypesInfo.ObjectOf(want)
	}
	return stays(expr) && p.Source(expr) == p.Source(g.outer)
}

// member returns the literal that a call starts as a goroutine of the group.
func member(p *check.Pass, call *ast.CallExpr, g *group) *ast.FuncLit {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) != 1 || catalog.ErrGroupMethods[callmatch.CalleeName(p.TypesInfo, call)] != "go" {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	lit, isLit := call.Args[0].(*ast.FuncLit)
	if !ok || !isLit || p.TypesInfo.ObjectOf(id) != g.group {
		return nil
	}
	return lit
}

// bareGroup returns the name of the group that a statement declares without a context.
func bareGroup(p *check.Pass, stmt ast.Node) *ast.Ident {
	var name *ast.Ident
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if len(stmt.Lhs) == 1 && stmt.Tok == token.DEFINE {
			name, _ = stmt.Lhs[0].(*ast.Ident)
		}
	case *ast.DeclStmt:
		decl := stmt.Decl.(*ast.GenDecl)
		if decl.Tok != token.VAR || len(decl.Specs) != 1 || len(decl.Specs[0].(*ast.ValueSpec).Names) != 1 {
			return nil
		}
		name = decl.Specs[0].(*ast.ValueSpec).Names[0]
	}
	if name == nil || p.TypesInfo.Defs[name] == nil || callmatch.TypeName(callmatch.Deref(p.TypesInfo.Defs[name].Type())) != "golang.org/x/sync/errgroup.Group" {
		return nil
	}
	return name
}
