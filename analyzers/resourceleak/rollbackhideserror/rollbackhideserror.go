// Package rollbackhideserror is the check resourceleak/rollback-hides-error: the error that leads to a Rollback is
// replaced by the result of that.
package rollbackhideserror

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed rollbackhideserror.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "rollback-hides-error",
	Title:      "the error that leads to a Rollback is replaced by the result of that",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if err != nil {
//		return tx.Rollback() // nil: the caller takes it for stored
//	}
//
// and the same with an assignment to err. Silent where the branch returns the error as well.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		part, ends := catalog.TxRollbacks[to.Name]
		if !ends || p.Quiet(to.Expr.Pos()) {
			continue
		}
		result := cur
		if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && part != "" && sel.Sel.Name == part {
			result = cur.Parent()
		}
		if stmt := result.Parent(); replaces(p, result, stmt.Node()) {
			report(p, to, result, stmt)
		}
	}
}

// replaces reports whether a statement returns an expression as its last result, or assigns it to an error.
func replaces(p *check.Pass, expr inspector.Cursor, stmt ast.Node) bool {
	value := expr.Node().(ast.Expr)
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		return stmt.Results[len(stmt.Results)-1] == value && callmatch.IsError(p.TypesInfo.TypeOf(value))
	case *ast.AssignStmt:
		return stmt.Tok == token.ASSIGN && len(stmt.Lhs) == 1
	}
	return false
}

func report(p *check.Pass, to *calls.Call, result, stmt inspector.Cursor) {
	err, branch := failureOf(p, stmt)
	if err == nil || !loses(p, stmt.Node(), err) {
		return
	}
	var doubts []check.Doubt
	if at := namedBefore(p, branch, err, stmt.Node().Pos()); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Told, at))
	}
	p.Report(check.Finding{
		At: to.Expr,
		Message: fmt.Sprintf("a failure is reported as success: %s is replaced by the result of %s, which is nil when the transaction was rolled back",
			p.Source(err), p.Name(to.Expr.Fun)),
		Trace:  []check.Hop{{Pos: err.Pos(), Message: "the error is tested here"}},
		Doubts: doubts,
		Fix:    fix(p, result.Node().(ast.Expr), err),
	})
}

// loses reports whether a statement drops the error: it returns something else, or assigns to its variable.
func loses(p *check.Pass, stmt ast.Node, err ast.Expr) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	return !ok || callmatch.Object(p.TypesInfo, assign.Lhs[0]) == callmatch.Object(p.TypesInfo, err)
}

// failureOf returns the error that is not nil where a statement is, and the branch that it is in: the next one
// around it.
func failureOf(p *check.Pass, stmt inspector.Cursor) (ast.Expr, *ast.BlockStmt) {
	block, ok := stmt.Parent().Node().(*ast.BlockStmt)
	branch, isIf := stmt.Parent().Parent().Node().(*ast.IfStmt)
	if !ok || !isIf || branch.Body != block {
		return nil, nil
	}
	cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !p.TypesInfo.Types[cond.Y].IsNil() || !callmatch.IsError(p.TypesInfo.TypeOf(cond.X)) || callmatch.Object(p.TypesInfo, cond.X) == nil {
		return nil, nil
	}
	return cond.X, block
}

// namedBefore returns where a branch names the error before it is replaced, to log it perhaps.
func namedBefore(p *check.Pass, branch *ast.BlockStmt, err ast.Expr, end token.Pos) (at token.Pos) {
	of := callmatch.Object(p.TypesInfo, err)
	ast.Inspect(branch, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Pos() < end && p.TypesInfo.Uses[id] == of {
			at = id.Pos()
		}
		return !at.IsValid()
	})
	return at
}
