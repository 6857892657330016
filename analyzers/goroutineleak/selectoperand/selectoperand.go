// Package selectoperand is the check goroutineleak/select-operand: operand of a case waits
// before the select does.
package selectoperand

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed selectoperand.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "select-operand",
	Title:      "operand of a case waits before the select does",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	select {
//	case out <- <-in: // waits for in, whatever ctx does
//	case results <- fetch(url): // and for the response
//	case <-ctx.Done():
//		return
//	}
//
// Silent when what waits has a context of its own to end it.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.SelectStmt)(nil)) {
		clauses := cur.Node().(*ast.SelectStmt).Body.List
		if p.Quiet(cur.Node().Pos()) || len(clauses) < 2 {
			continue
		}
		for _, stmt := range clauses {
			clause := stmt.(*ast.CommClause)
			for _, operand := range operands(clause) {
				if wait := waitIn(p, operand, true); wait != nil {
					report(p, clauses, clause, wait)
				}
			}
		}
	}
}

func report(p *check.Pass, clauses []ast.Stmt, clause *ast.CommClause, wait ast.Expr) {
	if call, ok := wait.(*ast.CallExpr); ok && endsWithContext(p, call) {
		p.Safe(wait, p.Source(wait), verdict.Handled, wait.Pos())
		return
	}
	p.Report(check.Finding{
		At: wait,
		Message: fmt.Sprintf("%s cannot interrupt %s: select computes the operands of all cases before it waits",
			other(p, clauses, clause), p.Source(wait)),
	})
}

// other names the case that the reader expects to come while another one is computed.
func other(p *check.Pass, clauses []ast.Stmt, clause *ast.CommClause) string {
	name := ""
	for _, stmt := range clauses {
		c := stmt.(*ast.CommClause)
		switch {
		case c == clause:
		case c.Comm == nil:
			return "the default case"
		case name == "" || isReceive(c.Comm):
			name = "the case of line " + fmt.Sprint(p.Line(c.Pos()))
		}
	}
	return name
}

func isReceive(comm ast.Stmt) bool {
	_, ok := comm.(*ast.ExprStmt)
	return ok
}

// operands returns the expressions that a case computes before the select waits.
func operands(clause *ast.CommClause) []ast.Expr {
	var recv ast.Expr
	switch comm := clause.Comm.(type) {
	case *ast.SendStmt:
		return []ast.Expr{comm.Chan, comm.Value}
	case *ast.ExprStmt:
		recv = comm.X
	case *ast.AssignStmt:
		recv = comm.Rhs[0]
	}
	if unary, ok := ast.Unparen(recv).(*ast.UnaryExpr); ok {
		return []ast.Expr{unary.X}
	}
	return nil
}

// waitIn returns what waits in the code below root for something that no context ends; deep
// says whether to look into the functions of the package that it calls.
func waitIn(p *check.Pass, root ast.Node, deep bool) (wait ast.Expr) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.SelectStmt:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				wait = n
			}
		case *ast.CallExpr:
			if waits(p, n, deep) {
				wait = n
			}
		}
		return wait == nil
	})
	return wait
}

func waits(p *check.Pass, call *ast.CallExpr, deep bool) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	switch name := callmatch.Name(fn); {
	case fn == nil:
		return false
	case catalog.Sleeps[name], catalog.CommandRuns[name], catalog.CommandWaits[name]:
		return true
	}
	if _, receives := catalog.Receives[callmatch.Name(fn)]; receives {
		return true
	}
	if steps, ok := outbound.Of(p.Pass).Waits(fn); ok && outbound.Of(p.Pass).Any() && steps <= 2 {
		return true
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	return deep && decl != nil && decl.Body != nil && waitIn(p, decl.Body, false) != nil
}

// endsWithContext reports whether a call is given a context, by itself or in a request.
func endsWithContext(p *check.Pass, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if t := p.TypesInfo.TypeOf(arg); ctxuse.IsContext(t) || callmatch.TypeName(callmatch.Deref(t)) == "net/http.Request" {
			return true
		}
	}
	return false
}
