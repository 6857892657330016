// Package settledtwice is the check jobsafety/settled-twice: message is acknowledged or
// nacked twice.
package settledtwice

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed settledtwice.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "settled-twice",
	Title:      "message is acknowledged or nacked twice",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if err := handle(d); err != nil {
//		_ = d.Nack(false, true)
//	} // no continue
//	_ = d.Ack(false)
//
// two such calls in a row, and one beside a deferred one. A branch that leaves, and one of
// two alternatives, are safe.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		if list := astindex.Stmts(cur.Node()); !p.Quiet(cur.Node().Pos()) {
			checkList(p, cur, list)
		}
	}
}

// A settling is a call that settles a message, and how its path ends.
type settling struct {
	v    *types.Var
	call *ast.CallExpr
	last bool // it is the last statement of a branch
}

func checkList(p *check.Pass, cur inspector.Cursor, list []ast.Stmt) {
	for i, stmt := range list {
		if deferred, ok := stmt.(*ast.DeferStmt); ok {
			if s, ok := settles(p, deferred.Call); ok {
				checkDeferred(p, s, list[i+1:])
			}
			continue
		}
		for _, first := range falling(p, stmt) {
			if second := again(p, first.v, list[i+1:]); second != nil {
				report(p, cur, first, second)
			}
		}
	}
}

// checkDeferred reports what settles a message that a deferred call settles as well.
func checkDeferred(p *check.Pass, deferred settling, list []ast.Stmt) {
	for _, stmt := range list {
		var other *ast.CallExpr
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit, *ast.DeferStmt:
				return false
			case *ast.CallExpr:
				if s, ok := settles(p, n); ok && s.v == deferred.v && other == nil {
					other = n
				}
			}
			return other == nil
		})
		if other != nil {
			report(p, inspector.Cursor{}, deferred, other)
			return
		}
	}
}

func report(p *check.Pass, cur inspector.Cursor, first settling, second *ast.CallExpr) {
	harm := "one of the two answers is ignored or fails"
	if catalog.ClosesOnSecond[callmatch.TypeName(first.v.Type())] {
		harm = "the broker closes the channel"
	}
	p.Report(check.Finding{
		At: second,
		Message: fmt.Sprintf("%s: %s settles %s, which %s (line %d) settles as well",
			harm, p.Source(second.Fun), first.v.Name(), p.Source(first.call.Fun), p.Line(first.call.Pos())),
		Trace: []check.Hop{{Pos: first.call.Pos(), Message: "settled here"}},
		Fix:   fix(p, cur, first),
	})
}
