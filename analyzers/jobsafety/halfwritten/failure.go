package halfwritten

import (
	"go/ast"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// returnedNext reports whether the statement after one returns the error that the one assigns.
//
//	err = channel.AddAbilities()
//	return err
func (w *pair) returnedNext(block *ast.BlockStmt, stmt ast.Stmt) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	i := slices.Index(block.List, stmt)
	if !ok || i+1 >= len(block.List) {
		return false
	}
	ret, ok := block.List[i+1].(*ast.ReturnStmt)
	return ok && slices.ContainsFunc(ret.Results, func(result ast.Expr) bool {
		failed := callmatch.Object(w.p.TypesInfo, result)
		return failed != nil && callmatch.IsError(failed.Type()) && failed == callmatch.Object(w.p.TypesInfo, assign.Lhs[len(assign.Lhs)-1])
	})
}

// inFailure reports whether the second write runs after a failure.
func (w *pair) inFailure() (found bool) {
	ast.Inspect(w.to, func(n ast.Node) bool {
		branch, ok := n.(*ast.IfStmt)
		if ok && branch.Body.Pos() <= w.b.Pos() && w.b.Pos() < branch.Body.End() && callmatch.TestedError(w.p.TypesInfo, branch.Cond) != nil {
			found = true
		}
		return !found
	})
	return found
}

// failure returns the branch that a statement, or the one after it, takes where it has failed, nil where that does not
// leave the block.
func (w *pair) failure(block *ast.BlockStmt, stmt ast.Stmt) *ast.IfStmt {
	for i, other := range block.List {
		if other != stmt {
			continue
		}
		branch, ok := stmt.(*ast.IfStmt)
		if !ok && i+1 < len(block.List) {
			branch, ok = block.List[i+1].(*ast.IfStmt)
		}
		if ok && callmatch.TestedError(w.p.TypesInfo, branch.Cond) != nil && leaves(branch.Body) {
			return branch
		}
	}
	return nil
}

// leaves reports whether a block ends with a return.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	_, ok := block.List[len(block.List)-1].(*ast.ReturnStmt)
	return ok
}
