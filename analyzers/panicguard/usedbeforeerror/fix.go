package usedbeforeerror

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// statementAt returns the statement around a position.
func statementAt(in *inspector.Inspector, pos token.Pos) (inspector.Cursor, bool) {
	cur, ok := in.Root().FindByPos(pos, pos+1)
	if !ok {
		return cur, false
	}
	return astindex.Statement(cur)
}

// fix moves a call, a deferred one or an assignment behind the test of the error, where that is the next statement,
// returns, and uses no variable that is assigned.
func fix(p *check.Pass, stmt inspector.Cursor) *edit.Fix {
	next, ok := stmt.NextSibling()
	if !ok {
		return nil
	}
	test, ok := next.Node().(*ast.IfStmt)
	if ok && test.Else == nil && succeeded(p, test) {
		return fixSuccess(p, stmt, test)
	}
	switch stmt := stmt.Node().(type) {
	case *ast.DeferStmt, *ast.ExprStmt:
	case *ast.AssignStmt:
		ok = ok && !usesAny(p, next, stmt.Lhs)
	default:
		return nil
	}
	if !ok || test.Init != nil || test.Else != nil || callmatch.TestedError(p.TypesInfo, test.Cond) == nil || !leaves(test.Body) {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	e.Delete(stmt.Node().Pos(), test.Pos())
	e.After(test, p.Source(stmt.Node()))
	return e.Fix("Test the error first", "")
}

// usesAny reports whether a statement uses what is assigned to, or the variable whose field that is, which is true of
// all other targets.
func usesAny(p *check.Pass, stmt inspector.Cursor, targets []ast.Expr) bool {
	return slices.ContainsFunc(targets, func(target ast.Expr) bool {
		for sel, ok := target.(*ast.SelectorExpr); ok; sel, ok = target.(*ast.SelectorExpr) {
			target = sel.X
		}
		id, ok := target.(*ast.Ident)
		if !ok {
			return true
		}
		for use := range stmt.Preorder((*ast.Ident)(nil)) {
			if p.TypesInfo.ObjectOf(use.Node().(*ast.Ident)) == p.TypesInfo.ObjectOf(id) {
				return true
			}
		}
		return false
	})
}

// leaves reports whether a block ends with a return or a jump.
func leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// fixFailed leaves the function at the end of the branch for the error, unless that is in a loop. In the branch
// itself a close of what there is not goes.
func fixFailed(p *check.Pass, in *inspector.Inspector, u *use) *edit.Fix {
	if !u.after {
		return fixInBranch(p, in, u)
	}
	cur, ok := in.Root().FindByPos(u.test.Pos(), u.test.Pos())
	if !ok {
		return nil
	}
	for up := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		branch, ok := up.Node().(*ast.IfStmt)
		if !ok || branch.Else != nil || len(branch.Body.List) == 0 || inLoop(up) {
			return nil
		}
		err := callmatch.TestedError(p.TypesInfo, branch.Cond)
		values, ok := edit.ZeroResults(p.Pass, up)
		e, last := p.Edit(branch.Pos()), branch.Body.List[len(branch.Body.List)-1]
		const changes = "what follows is skipped where the call fails"
		switch {
		case err == nil:
		case ok:
			e.After(last, "return "+strings.Join(append(values, edit.Wrapped(p.Pass, up, p.Source(err), "")), ", "))
			return e.Fix("Return the error", changes)
		case noResults(up):
			e.After(last, "return")
			return e.Fix("Return where the call fails", changes)
		}
		break
	}
	return nil
}

// fixCloses removes a statement that closes the result of a call in the branch for its error.
func fixCloses(p *check.Pass, in *inspector.Inspector, u *use) *edit.Fix {
	stmt, ok := statementAt(in, u.instr.Pos())
	if !ok {
		return nil
	}
	var call *ast.CallExpr
	switch s := stmt.Node().(type) {
	case *ast.ExprStmt:
		call, _ = ast.Unparen(s.X).(*ast.CallExpr)
	case *ast.DeferStmt:
		call = s.Call
	}
	if call == nil || len(call.Args) > 0 {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if _, listed := stmt.Parent().Node().(*ast.BlockStmt); !ok || !listed || sel.Sel.Name != "Close" {
		return nil
	}
	e := p.Edit(stmt.Node().Pos())
	only := stmt.Node().(ast.Stmt)
	e.DeleteStmts(only, only)
	return e.Fix("Remove "+p.Source(call)+": where the call has failed there is nothing to close", "")
}

// noResults reports whether the function around a statement has no results, and is not main, where a return is
// taken for success.
func noResults(cur inspector.Cursor) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		return fn.Type.Results.NumFields() == 0 && fn.Name.Name != "main"
	case *ast.FuncLit:
		return fn.Type.Results.NumFields() == 0
	}
	return false
}

// inLoop reports whether a loop of the function is around a statement.
func inLoop(cur inspector.Cursor) bool {
	for up := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch up.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		break
	}
	return false
}
