// Package headerafterwrite is the check httptimeout/header-after-write: a header is set after the response has begun,
// and is not sent.
package headerafterwrite

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed headerafterwrite.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "header-after-write",
	Title:      "a header is set after the response has begun, and is not sent",
	Severity:   check.Medium,
	Confidence: check.Certain,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	w.WriteHeader(http.StatusOK)
//	w.Header().Set("Content-Type", "application/json") // the header has been sent
//
// where the write comes before it on every path: it is a statement of the same block, or of one around it. Silent for
// trailers, informational statuses, and what a literal, a goroutine or a deferred call does later.
func run(p *check.Pass) {
	seen := make(map[ast.Node]bool)
	for cur, to := range calls.All(p.Pass) {
		w := setsHeader(p, cur, to)
		if w == nil || p.Quiet(to.Expr.Pos()) {
			continue
		}
		stmt, ok := astindex.Statement(cur)
		if !ok {
			continue
		}
		begun, by := before(p, stmt, w)
		if begun == nil || seen[begun] {
			continue
		}
		if at := trailers(p, stmt); at.IsValid() {
			p.Safe(to.Expr, p.Source(to.Expr.Fun), verdict.Handled, at)
			continue
		}
		seen[begun] = true
		report(p, stmt, to.Expr, begun, by)
	}
}

func report(p *check.Pass, stmt inspector.Cursor, set *ast.CallExpr, begun ast.Stmt, by *ast.CallExpr) {
	f := check.Finding{
		At: set,
		Message: fmt.Sprintf("the header is never sent: %s runs after %s (%s), which has sent the headers",
			p.Name(set.Fun), p.Name(by.Fun), p.Where(by.Pos(), set.Pos())),
		Trace: []check.Hop{{Pos: by.Pos(), Message: "the response begins here"}},
		Fix:   fix(p, stmt, begun),
	}
	if passesOn(p, by) {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.UnknownCallee, by.Pos()))
	}
	p.Report(f)
}

// before returns the statement that has begun the response before another one is reached, with the call that does.
func before(p *check.Pass, stmt inspector.Cursor, w any) (ast.Stmt, *ast.CallExpr) {
	for cur := stmt; ; cur = cur.Parent() {
		if n := cur.Node(); n == nil || isFunc(n) {
			return nil, nil
		}
		switch kind, _ := cur.ParentEdge(); kind {
		case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		default:
			continue
		}
		for prev, ok := cur.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
			if by := begins(p, prev.Node(), w); by != nil {
				return prev.Node().(ast.Stmt), by
			}
		}
	}
}

func isFunc(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.FuncLit, *ast.File, *ast.DeferStmt, *ast.GoStmt:
		return true
	}
	return false
}

// begins returns the call with which a statement begins the response, whatever branch it takes.
func begins(p *check.Pass, n ast.Node, w any) (by *ast.CallExpr) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt, *ast.CaseClause, *ast.CommClause:
			return false
		case *ast.BinaryExpr:
			return n.Op != token.LAND && n.Op != token.LOR
		case *ast.CallExpr:
			if by == nil && writes(p, n) == w {
				by = n
			}
		}
		return by == nil
	})
	return by
}
