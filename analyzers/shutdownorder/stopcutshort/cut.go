package stopcutshort

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A cut is a statement that returns the error of a step, before others.
type cut struct {
	at      int // in the body
	step    *ast.CallExpr
	ret     *ast.ReturnStmt
	skipped *ast.CallExpr // the first step that does not run
	missed  *ast.CallExpr // the first of which something is lost then, if there is one
}

// cutAt returns the cut that is the statement at i, nil if it is none.
func cutAt(p *check.Pass, list []ast.Stmt, i int) *cut {
	c := failureAt(p, list, i)
	if c == nil {
		return nil
	}
	for _, stmt := range list[i+1:] {
		for _, call := range steps(p, stmt) {
			if c.skipped == nil {
				c.skipped = call
			}
			if l := loss.Of(p, call); c.missed == nil && l != nil && len(l.Doubts) == 0 {
				c.missed = call
			}
		}
	}
	if c.skipped == nil {
		return nil
	}
	return c
}

// failureAt returns the statement at i if it returns the error of a step, whether others follow or not.
func failureAt(p *check.Pass, list []ast.Stmt, i int) *cut {
	c := &cut{at: i}
	test, ok := list[i].(*ast.IfStmt)
	if !ok || test.Else != nil || callmatch.TestedError(p.TypesInfo, test.Cond) == nil {
		return nil
	}
	from := test.Init
	if from == nil && i > 0 {
		from = list[i-1]
	}
	c.step, c.ret = stepOf(p, from), last(test.Body)
	if c.step == nil || c.ret == nil || len(c.ret.Results) != 1 || p.TypesInfo.Types[c.ret.Results[0]].IsNil() || len(steps(p, test.Body)) > 0 {
		return nil
	}
	return c
}

// stepOf returns the step whose error a statement assigns.
func stepOf(p *check.Pass, stmt ast.Stmt) *ast.CallExpr {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 || len(assign.Lhs) != 1 {
		return nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || !isStep(p, call) {
		return nil
	}
	return call
}

// steps returns the steps of a stop in a statement, those of literals and goroutines apart.
func steps(p *check.Pass, stmt ast.Stmt) (list []*ast.CallExpr) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			if isStep(p, n) {
				list = append(list, n)
			}
		}
		return true
	})
	return list
}

// isStep reports whether a call ends, flushes or waits for something, by its name.
func isStep(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Signature().Recv() != nil && (catalog.EndsByName(fn.Name()) || catalog.EndsWork(catalog.Words(fn.Name())[0]) || catalog.Words(fn.Name())[0] == "sync")
}

// last returns the return with which a block ends.
func last(body *ast.BlockStmt) *ast.ReturnStmt {
	if len(body.List) == 0 {
		return nil
	}
	ret, _ := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ret
}
