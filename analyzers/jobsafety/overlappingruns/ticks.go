package overlappingruns

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A tick is a goroutine that a loop starts with each tick of a ticker, itself or in a function that it calls.
type tick struct {
	p     *check.Pass
	start *astindex.Start
	loop  *ast.CallExpr // in the loop: what starts it, or the call of the function that does
	parts []ast.Node    // what runs with each tick ahead of the goroutine, or after its start: the clause, the function
	body  *ast.BlockStmt
}

// ticks reports
//
//	for {
//		select {
//		case <-ticker.C:
//			go s.sync(ctx)
//		…
//
// and the same where a function of the package starts the goroutine. Silent where the work is another one with each
// tick, where it excludes others, and where the loop waits for it.
func ticks(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	starts := astindex.Of(p.Pass).Starts
	for i := range starts {
		s := &starts[i]
		cur, ok := astindex.Find(in, s.Node)
		if !ok || p.Quiet(s.Node.Pos()) {
			continue
		}
		if clause := tickClause(p, cur); clause != nil {
			reportTick(&tick{p: p, start: s, loop: s.Call, parts: []ast.Node{clause}})
			continue
		}
		decl, ok := s.In.(*ast.FuncDecl)
		if !ok || !slices.ContainsFunc(decl.Body.List, func(stmt ast.Stmt) bool { return isStart(stmt, s.Node) }) {
			continue
		}
		fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		for at, to := range calls.All(p.Pass) {
			if to.Func == nil || to.Func.Origin() != fn {
				continue
			}
			if clause := tickClause(p, at); clause != nil {
				reportTick(&tick{p: p, start: s, loop: to.Expr, parts: []ast.Node{clause, decl.Body}})
				break
			}
		}
	}
}

func isStart(stmt ast.Stmt, start ast.Node) bool {
	expr, ok := stmt.(*ast.ExprStmt)
	return ast.Node(stmt) == start || ok && ast.Node(expr.X) == start
}

func reportTick(t *tick) {
	p := t.p
	lasts := t.lasts()
	if len(lasts) == 0 || !t.same() {
		return
	}
	if at := t.excluded(); at != nil {
		p.Safe(t.start.Node, p.Source(t.loop.Fun), verdict.Handled, at.Pos())
		return
	}
	if pos, ok := p.Wanted(t.start.Node); ok {
		p.Safe(t.start.Node, p.Source(t.loop.Fun), verdict.Wanted, pos)
		return
	}
	f := check.Finding{
		At:      t.start.Node,
		Message: "the same work is done twice at the same time when a run takes longer than the period: each tick starts a goroutine, and nothing keeps two apart",
	}
	if t.start.Call != t.loop {
		f.Trace = append(f.Trace, check.Hop{Pos: t.loop.Pos(), Message: "called with each tick"})
	}
	f.Trace = append(f.Trace, check.Hop{Pos: lasts[0].Pos(), Message: fmt.Sprintf("%s lasts", p.Source(lasts[0].Fun))})
	if !slices.ContainsFunc(lasts, func(call *ast.CallExpr) bool { return !takesAway(p.TypesInfo, call) }) {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.Cleanup, lasts[0].Pos()))
	}
	p.Report(f)
}
