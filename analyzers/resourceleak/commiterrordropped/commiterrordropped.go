// Package commiterrordropped is the check resourceleak/commit-error-dropped: the error of a Commit is
// dropped.
package commiterrordropped

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/dropped"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed commiterrordropped.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "commit-error-dropped",
	Title:      "the error of a Commit is dropped",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if _, err := tx.Exec(…); err != nil {
//		return err
//	}
//	tx.Commit() // may fail, and then nothing is stored
//	return nil
//
// and the same in a deferred call. Silent where the function only reads through the transaction.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Commit" || p.Quiet(call.Pos()) {
			continue
		}
		part, commits := catalog.TxCommits[to.Name]
		stmt, blank := dropped.Statement(cur)
		if !commits || stmt == nil {
			continue
		}
		if tx, ok := callmatch.Object(p.TypesInfo, sel.X).(*types.Var); ok && !tx.IsField() && onlyReads(p, cur.Inspector(), tx, 3) {
			p.Safe(call, p.Source(call.Fun), verdict.Handled, call.Pos())
			continue
		}
		report(p, cur, stmt, blank, part)
	}
}

func report(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt, blank bool, part string) {
	call := cur.Node().(*ast.CallExpr)
	var doubts []check.Doubt
	if blank {
		doubts = append(doubts, check.Doubting(verdict.BlankError, stmt.Pos()))
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("what was written is taken for stored although it may not be: the error of %s is dropped", p.Name(call.Fun)),
		Doubts:  doubts,
		Fix:     dropped.Fix(p, cur, stmt, dropped.Error{Part: part, Changes: "a failed commit is an error of the function"}),
	})
}
