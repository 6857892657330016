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
	group, inner, outer types.Object
	made                token.Pos
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
	outer, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	first, okFirst := stmt.Lhs[0].(*ast.Ident)
	second, okSecond := stmt.Lhs[1].(*ast.Ident)
	if !ok || !okFirst || !okSecond {
		return nil
	}
	g := &group{p.TypesInfo.ObjectOf(first), p.TypesInfo.ObjectOf(second), p.TypesInfo.ObjectOf(outer), stmt.Pos()}
	if g.inner == nil || g.inner == g.outer || second.Name == "_" {
		return nil
	}
	return g
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
