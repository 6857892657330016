// Package requeuedforever is the check jobsafety/requeued-forever: message that cannot be
// handled is requeued without a limit.
package requeuedforever

import (
	"embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed requeuedforever.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "requeued-forever",
	Title:      "message that cannot be handled is requeued without a limit",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	if err := json.Unmarshal(d.Body, &order); err != nil {
//		_ = d.Nack(false, true)
//		continue
//	}
//
// and a requeue on any error of a queue that the package declares without a limit, also by a
// function that is passed the error. Safe is
// one where the function looks at how often the message has come, and where the package sets
// a limit of deliveries. Work that a channel of the program holds is such a message as well.
func run(p *check.Pass) {
	inMemory(p)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var limit *token.Pos
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		row, ok := catalog.Requeues[callmatch.CatalogName(p.Pkg, p.TypesInfo, call, catalog.Requeues)]
		if !ok || p.Quiet(call.Pos()) || row.Arg >= len(call.Args) || row.Arg >= 0 && !isTrue(p, call.Args[row.Arg]) {
			continue
		}
		failed, at := failure(p, cur), cur
		if failed == nil {
			failed, at = passed(p, cur)
		}
		if failed == nil {
			continue
		}
		if limit == nil {
			at := limitOf(in)
			limit = &at
		}
		if at := max(counted(p, cur), counted(p, at)); at.IsValid() || limit.IsValid() {
			p.Safe(call, p.Source(call.Fun), verdict.Limited, max(at, *limit))
			continue
		}
		report(p, cur, row, failed, at == cur)
	}
}

func isTrue(p *check.Pass, expr ast.Expr) bool {
	tv := p.TypesInfo.Types[expr]
	return tv.Value != nil && tv.Value.Kind() == constant.Bool && constant.BoolVal(tv.Value)
}

// failure returns the call whose error leads to cur, nil if there is none.
func failure(p *check.Pass, cur inspector.Cursor) *ast.CallExpr {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		test, ok := c.Node().(*ast.IfStmt)
		if !ok {
			return nil
		}
		if cur.Node().Pos() < test.Body.Pos() || cur.Node().Pos() > test.Body.End() || callmatch.TestedError(p.TypesInfo, test.Cond) == nil {
			continue
		}
		if call := assigned(test.Init); call != nil {
			return call
		}
		if prev, ok := c.PrevSibling(); ok {
			if stmt, ok := prev.Node().(ast.Stmt); ok {
				return assigned(stmt)
			}
		}
		return nil
	}
	return nil
}

// assigned returns the call whose results a statement assigns.
func assigned(stmt ast.Stmt) *ast.CallExpr {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	call, _ := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	return call
}

func report(p *check.Pass, cur inspector.Cursor, row catalog.Requeue, failed *ast.CallExpr, own bool) {
	call := cur.Node().(*ast.CallExpr)
	f := check.Finding{At: call, Trace: []check.Hop{{Pos: failed.Pos(), Message: "fails here"}}}
	if poison(p, failed) {
		f.Message = fmt.Sprintf("the message comes back forever: %s requeues what %s (%s) can never read",
			p.Source(call.Fun), p.Source(failed.Fun), p.Where(failed.Pos(), call.Pos()))
		if own { // else it may be passed what could be handled later
			f.Fix = fixDrop(p, call, row)
		}
		p.Report(f)
		return
	}
	f.Message = fmt.Sprintf("a message for which %s (%s) always fails comes back forever: %s requeues it, and nothing limits how often",
		p.Source(failed.Fun), p.Where(failed.Pos(), call.Pos()), p.Source(call.Fun))
	if at := declares(p); at.IsValid() && row.Arg >= 0 {
		f.Trace = append(f.Trace, check.Hop{Pos: at, Message: "declared here, without a limit"})
	} else {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.BrokerLimit, call.Pos()))
	}
	f.Fix = fixOnce(p, call, row)
	p.Report(f)
}
