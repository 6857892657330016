package backgroundoverparam

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// undoes reports whether s is a call, made because something has failed, that reverts what
// was begun: its name says so, or its result is not used before the failure is returned.
// The end of the context may be that failure.
//
//	if err := c.connect(ctx); err != nil {
//		c.deleteSession(context.Background())
//		return err
//	}
func undoes(p *check.Pass, s ctxflow.Sink) bool {
	for c := range s.Call.Enclosing() {
		list, failed := onFailure(p, c)
		if !failed {
			continue
		}
		if s.Fn != nil && catalog.UndoWords[catalog.Words(s.Fn.Name())[0]] {
			return true
		}
		if stmt := s.Call.Parent(); stmt.Parent() == c && dropsResults(stmt.Node()) && returnsError(p, list) {
			return true
		}
	}
	return false
}

// onFailure returns the statements at cur if they run because of an error: those of an
// if or of a case that asks for one.
func onFailure(p *check.Pass, cur inspector.Cursor) (list []ast.Stmt, ok bool) {
	if kind, _ := cur.ParentEdge(); kind == edge.IfStmt_Body {
		return cur.Node().(*ast.BlockStmt).List, asksForError(p, cur.Parent().Node().(*ast.IfStmt).Cond)
	}
	clause, ok := cur.Node().(*ast.CaseClause)
	if !ok {
		return nil, false
	}
	return clause.Body, slices.ContainsFunc(clause.List, func(cond ast.Expr) bool { return asksForError(p, cond) })
}

// asksForError reports whether a condition asks for an error, or about one.
func asksForError(p *check.Pass, cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL && p.TypesInfo.Types[n.Y].IsNil() {
				return false
			}
		case ast.Expr:
			found = found || isError(p, n)
		}
		return !found
	})
	return found
}

func dropsResults(stmt ast.Node) bool {
	switch s := stmt.(type) {
	case *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		return !slices.ContainsFunc(s.Lhs, func(lhs ast.Expr) bool { id, ok := lhs.(*ast.Ident); return !ok || id.Name != "_" })
	}
	return false
}

func returnsError(p *check.Pass, list []ast.Stmt) bool {
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) > 0 && isError(p, ret.Results[len(ret.Results)-1])
}

func isError(p *check.Pass, expr ast.Expr) bool {
	tv := p.TypesInfo.Types[expr]
	return tv.IsValue() && !tv.IsNil() && types.Implements(tv.Type, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// isMissing reports whether code at cur runs when the context given is nil.
//
//	if ctx == nil {
//		ctx = context.Background()
//	}
func isMissing(p *check.Pass, cur inspector.Cursor, given *ctxscope.Source) bool {
	for c := range cur.Enclosing() {
		if kind, _ := c.ParentEdge(); kind != edge.IfStmt_Body {
			continue
		}
		cond, ok := ast.Unparen(c.Parent().Node().(*ast.IfStmt).Cond).(*ast.BinaryExpr)
		if ok && cond.Op == token.EQL && p.TypesInfo.Types[cond.Y].IsNil() && p.Source(cond.X) == given.Expr {
			return true
		}
	}
	return false
}
