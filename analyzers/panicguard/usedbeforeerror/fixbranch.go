package usedbeforeerror

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixInBranch repairs a use in the branch for the error: a close of what there is not goes, an error that the result
// would have is the one that was tested, and a branch that works with the result and not with the error is for success.
func fixInBranch(p *check.Pass, in *inspector.Inspector, u *use) *edit.Fix {
	if f := fixCloses(p, in, u); f != nil {
		return f
	}
	stmt, ok := statementAt(in, u.instr.Pos())
	if !ok {
		return nil
	}
	for up := range stmt.Enclosing((*ast.IfStmt)(nil)) {
		test := up.Node().(*ast.IfStmt)
		err, ok := callmatch.TestedError(p.TypesInfo, test.Cond).(*ast.Ident)
		if !ok || u.instr.Pos() < test.Body.Pos() || u.instr.Pos() > test.Body.End() {
			return nil
		}
		if f := fixOtherError(p, stmt, err, u.instr.Pos()); f != nil {
			return f
		}
		return fixInverted(p, up, err)
	}
	return nil
}

// fixOtherError puts the error that was tested in the place of one that the result would have:
//
//	if err != nil {
//		return errors.Wrap(resp.Error, "send")
func fixOtherError(p *check.Pass, stmt inspector.Cursor, err *ast.Ident, at token.Pos) *edit.Fix {
	for c := range stmt.Preorder((*ast.SelectorExpr)(nil)) {
		sel := c.Node().(*ast.SelectorExpr)
		t := p.TypesInfo.TypeOf(sel)
		if sel.Pos() > at || at > sel.End() || callmatch.Field(p.TypesInfo, sel) == nil || !types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
			continue
		}
		e := p.Edit(sel.Pos())
		e.Replace(sel.Pos(), sel.End(), err.Name)
		return e.Fix("Pass "+err.Name+", the error that was tested", "")
	}
	return nil
}

// fixInverted asks for success, where the branch for the error does not mention it, and there is no other.
func fixInverted(p *check.Pass, test inspector.Cursor, err *ast.Ident) *edit.Fix {
	n := test.Node().(*ast.IfStmt)
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || n.Else != nil || leaves(n.Body) {
		return nil
	}
	for use := range test.Preorder((*ast.Ident)(nil)) {
		id := use.Node().(*ast.Ident)
		if id.Pos() > n.Body.Pos() && p.TypesInfo.ObjectOf(id) == p.TypesInfo.ObjectOf(err) {
			return nil
		}
	}
	e := p.Edit(cond.Pos())
	e.Replace(cond.OpPos, cond.OpPos+2, "==")
	return e.Fix("Test for success: the branch works with the result, and not with "+err.Name, "the branch is executed where the call succeeds")
}

// fixSuccess moves a statement into the branch for success that follows it.
func fixSuccess(p *check.Pass, stmt inspector.Cursor, test *ast.IfStmt) *edit.Fix {
	assign, isAssign := stmt.Node().(*ast.AssignStmt)
	_, isCall := stmt.Node().(*ast.ExprStmt)
	if !isCall && (!isAssign || assign.Tok == token.DEFINE) {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	e.Delete(stmt.Node().Pos(), test.Pos())
	e.Before(test.Body.List[0], p.Source(stmt.Node()))
	return e.Fix("Use it only where there is no error", "")
}

// succeeded reports whether a branch is that for err == nil.
func succeeded(p *check.Pass, test *ast.IfStmt) bool {
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	return ok && test.Init == nil && len(test.Body.List) > 0 && cond.Op == token.EQL && p.TypesInfo.Types[cond.Y].IsNil() &&
		callmatch.IsError(p.TypesInfo.TypeOf(cond.X))
}
