package tickerrange

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportStopped reports
//
//	ticker := time.NewTicker(every)
//	defer ticker.Stop()
//	go func() {
//		for range ticker.C { // Stop does not wake it
//			if err := s.Ping(); err != nil {
//				return
//			}
//		}
//	}()
//
// for a receive outside of a select, or a range with an exit, of a ticker or timer that the function which
// starts the goroutine stops, or another method the one in a field. Safe is a Stop that waits for the goroutine.
func reportStopped(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.UnaryExpr)(nil), (*ast.RangeStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) || p.Reported(cur.Node().Pos()) {
			continue
		}
		channel := awaited(cur)
		ticker := tickerOf(p.TypesInfo, channel)
		if ticker == nil {
			continue
		}
		fn, _ := syntax.Enclosing(p, cur)
		start, ok := starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn)
		if !ok || p.Quiet(start.Node.Pos()) || endless(p, cur) {
			continue
		}
		ticker = argument(p.TypesInfo, fn, start, ticker)
		if stop, by := stopOf(p, in, ticker, fn, start); stop != nil {
			reportWait(p, channel, start, stop, joined(p, by, fn))
		}
	}
}

func reportWait(p *check.Pass, channel ast.Expr, start astindex.Start, stop *ast.CallExpr, joined token.Pos) {
	if joined.IsValid() {
		p.Safe(channel, p.Source(channel), verdict.Joined, joined)
		return
	}
	var doubts []check.Doubt
	if s, known := ssainstr.AsStart(p, start); known {
		doubts = lifetime.LifetimesIn(p).OfStart(s)
	}
	p.Report(check.Finding{
		At: channel,
		Message: fmt.Sprintf("goroutine started at %s is leaked: after %s (%s) it waits for %s, which neither delivers nor is closed",
			p.Where(start.Node.Pos(), channel.Pos()), p.Source(stop), p.Where(stop.Pos(), channel.Pos()), p.Source(channel)),
		Trace: []check.Hop{
			{Pos: start.Node.Pos(), Message: "started here"},
			{Pos: stop.Pos(), Message: "stopped here, which wakes no goroutine"},
		},
		Doubts: doubts,
	})
}

// awaited returns the channel of a range or receive that nothing else can end: no select has another case.
func awaited(cur inspector.Cursor) ast.Expr {
	switch n := cur.Node().(type) {
	case *ast.RangeStmt:
		return n.X
	case *ast.UnaryExpr:
		if n.Op != token.ARROW {
			return nil
		}
		for c := range cur.Enclosing((*ast.CommClause)(nil)) {
			clause := c.Node().(*ast.CommClause)
			if clause.Comm != nil && syntax.Within(clause.Comm, n.Pos()) && len(c.Parent().Node().(*ast.BlockStmt).List) > 1 {
				return nil
			}
			break
		}
		return n.X
	}
	return nil
}

// tickerOf returns the variable or field that holds the ticker or timer of a channel.
func tickerOf(info *types.Info, channel ast.Expr) *types.Var {
	sel, ok := ast.Unparen(channel).(*ast.SelectorExpr)
	if !ok || info.Selections[sel] == nil {
		return nil
	}
	name := callmatch.OwnedField(info.Selections[sel])
	if !catalog.Tickers.Fields[name] && !catalog.TimerChannels[name] {
		return nil
	}
	v, _ := callmatch.Object(info, sel.X).(*types.Var)
	return v
}
