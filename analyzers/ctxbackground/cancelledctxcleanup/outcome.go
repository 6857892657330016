package cancelledctxcleanup

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// outcomeOf returns the call with the same context whose failure the one at cur records, by a variable that is
// set before it where that call has failed; nil if there is none:
//
//	state := "done"
//	if err := r.run(ctx, job); err != nil {
//		state = "failed"
//	}
//	return r.jobs.SetStatus(ctx, job.ID, state)
func outcomeOf(p *check.Pass, cur inspector.Cursor, fn *types.Func, paths []string) *ast.CallExpr {
	call := cur.Node().(*ast.CallExpr)
	around, ok := astindex.FuncAround(cur)
	if !ok || !catalog.Records(fn.Name()) {
		return nil
	}
	for c := range around.Preorder((*ast.IfStmt)(nil)) {
		stmt := c.Node().(*ast.IfStmt)
		if stmt.End() > call.Pos() || !slices.ContainsFunc(call.Args[1:], func(arg ast.Expr) bool { return setsFailed(p, stmt.Body, arg) }) {
			continue
		}
		if callmatch.TestedError(p.TypesInfo, stmt.Cond) == nil {
			continue
		}
		if failed := failing(p, c, paths); failed != nil {
			return failed
		}
	}
	return nil
}

// setsFailed reports whether a block sets a variable to a constant that says that something has failed.
func setsFailed(p *check.Pass, body *ast.BlockStmt, arg ast.Expr) bool {
	id, ok := ast.Unparen(arg).(*ast.Ident)
	if !ok {
		return false
	}
	return slices.ContainsFunc(body.List, func(stmt ast.Stmt) bool {
		assign := assigning(p, stmt, id)
		return assign != nil && slices.ContainsFunc(assign.Rhs, func(value ast.Expr) bool { return saysFailed(p, value) })
	})
}
