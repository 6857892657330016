// Package queryerrordropped is the check resourceleak/query-error-dropped: the error of a query is dropped.
package queryerrordropped

import (
	"embed"
	"fmt"
	"go/ast"
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/dropped"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed queryerrordropped.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "query-error-dropped",
	Title:      "the error of a query is dropped",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.3.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	db.Save(&order)                       // may fail, and then nothing is stored
//	db.Where("paid").Find(&orders)        // may fail, and then there seem to be none
//	return db.Find(&user).RowsAffected == 1
//
// Silent where the error is asked for: that of the call, or, with gorm, that of a later call on the same variable,
// which keeps it.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		q, ok := catalog.QueryErrors[to.Name]
		if !ok || p.Quiet(to.Expr.Pos()) || deferred(cur) || ofSession(p, to.Expr) {
			continue
		}
		stmt, blank := dropped.Statement(cur)
		if stmt == nil && !(q.Error != "" && onlyCounted(p, cur)) {
			continue
		}
		if at := askedLater(p, cur, q); at != nil {
			p.Safe(to.Expr, p.Name(to.Expr.Fun), verdict.Handled, at.Pos())
			continue
		}
		report(p, cur, q, stmt, blank)
	}
}

func report(p *check.Pass, cur inspector.Cursor, q catalog.Query, stmt ast.Stmt, blank bool) {
	call := cur.Node().(*ast.CallExpr)
	var doubts []check.Doubt
	if blank {
		doubts = append(doubts, check.Doubting(verdict.BlankError, stmt.Pos()))
	}
	what := "what it was to store is lost without a trace"
	if q.Reads {
		what = "a query that fails looks like one that finds nothing"
	}
	var fix *edit.Fix
	if stmt != nil {
		fix = dropped.Fix(p, cur, stmt, dropped.Error{Part: q.Error, NoRow: q.NoRow, Changes: "a failed query is an error of the function"})
	}
	name := nameOf(call)
	p.Report(check.Finding{
		At:      name,
		Message: fmt.Sprintf("%s: the error of %s is dropped", what, p.Source(name)),
		Doubts:  doubts,
		Fix:     fix,
	})
}

// nameOf returns the name of the method, where a chain of calls ends.
func nameOf(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.Sel
	}
	return call.Fun
}

// deferred reports whether a call runs when its function returns: what that still does is cleanup.
func deferred(cur inspector.Cursor) bool {
	_, ok := cur.Parent().Node().(*ast.DeferStmt)
	return ok
}

// ofSession reports whether a statement changes the session and no data, by its first word.
func ofSession(p *check.Pass, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		value := p.TypesInfo.Types[arg].Value
		if value == nil || value.Kind() != constant.String {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimSpace(constant.StringVal(value)), " ")
		return catalog.SessionWords[strings.ToLower(strings.TrimSuffix(word, ";"))]
	}
	return false
}
