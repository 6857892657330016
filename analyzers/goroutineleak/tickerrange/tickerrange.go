// Package tickerrange is the check goroutineleak/ticker-range: goroutine ranges over a
// ticker's channel, which is never closed.
package tickerrange

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed tickerrange.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "ticker-range",
	Aliases:    []string{"process-lifetime"},
	Title:      "goroutine ranges over a ticker's channel, which is never closed",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go func() {
//		for range ticker.C { // no exit from the body
//			…
//		}
//	}()
//
// Ticker.Stop does not close the channel, and neither does collecting the ticker, or any
// method of a timer: the goroutine blocks forever. Not where the body can leave the
// function, where the program's main goroutine runs the loop (that is what the program is
// for), and where no goroutine of this package runs it, or only one of its tests. Comments
// and doubts are those of no-exit.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil)) {
		loop := cur.Node().(*ast.RangeStmt)
		if p.Quiet(loop.Pos()) || !syntax.IsTickType(p.TypesInfo.TypeOf(loop.X)) {
			continue
		}
		fn, graph := syntax.Enclosing(p, cur)
		if graph == nil || !tickChannel(p.TypesInfo, cur, loop.X) && !returnedTicks(p, loop.X) {
			continue
		}
		start, ok := starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn)
		if !ok || p.Quiet(start.Node.Pos()) {
			continue
		}
		if paths.CanLeaveRange(graph, loop) {
			p.Safe(loop.X, p.Source(loop.X), verdict.Ended, loop.Body.Pos())
			continue
		}
		said, _ := p.Wanted(loop, catalog.LivesOnPhrases...)
		var doubts []check.Doubt
		if s, known := ssainstr.AsStart(p, start); known {
			said = max(said, lifetime.SaidToLiveOn(s, nil))
			doubts = doubtsOfTicks(p, cur, loop.X, s)
		}
		if said.IsValid() {
			p.Safe(loop.X, p.Source(loop.X), verdict.Wanted, said)
			continue
		}
		reportTickerRange(p, cur, loop, start, doubts)
	}
	reportStopped(p)
}

// doubtsOfTicks returns the doubts about a report of a loop over the ticks of channel. That
// it works in memory is one only if there is no ticker in scope, as with time.Tick, and its
// starter does not register for signals; or if it only counts: code that ranges over the
// ticks of a ticker expects that its Stop ends the loop.
func doubtsOfTicks(p *check.Pass, cur inspector.Cursor, channel ast.Expr, start ssaflow.Start) []check.Doubt {
	l := lifetime.LifetimesIn(p)
	list := l.OfStart(start)
	_, called := ast.Unparen(tickSource(p.TypesInfo, cur, channel)).(*ast.CallExpr)
	if called && (l.OnlyCounts(start) || !asksForSignals(start.Instr.Parent()) && l.InMemory(start)) {
		list = append(list, check.Doubting(verdict.MemoryOnly, start.Instr.Pos()))
	}
	return list
}

// asksForSignals reports whether fn makes a channel of signals.
func asksForSignals(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if ch, ok := instr.(*ssa.MakeChan); ok && callmatch.IsSignals(ch.Type()) {
			return true
		}
	}
	return false
}

// tickChannel reports whether expr is a channel that a ticker sends on: a
// field or call the catalog knows, or a local that never holds anything else.
func tickChannel(info *types.Info, cur inspector.Cursor, expr ast.Expr) bool {
	switch expr := ast.Unparen(tickSource(info, cur, expr)).(type) {
	case *ast.SelectorExpr:
		s := info.Selections[expr]
		return s != nil && s.Kind() == types.FieldVal && (catalog.Tickers.Fields[callmatch.OwnedField(s)] || catalog.TimerChannels[callmatch.OwnedField(s)])
	case *ast.CallExpr:
		return catalog.Tickers.Calls[callmatch.CalleeName(info, expr)]
	}
	return false
}

// returnedTicks reports whether a function of the package returns a channel of ticks that it has made:
//
//	func every(d time.Duration) <-chan time.Time { return time.NewTicker(d).C }
func returnedTicks(p *check.Pass, expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, call)]
	if decl == nil {
		return false
	}
	body, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), decl)
	returns := 0
	for cur := range body.Preorder((*ast.ReturnStmt)(nil)) {
		ret := cur.Node().(*ast.ReturnStmt)
		if len(ret.Results) != 1 || !tickChannel(p.TypesInfo, cur, ret.Results[0]) {
			return false
		}
		returns++
	}
	return ok && returns > 0
}

// tickSource returns what a local that holds a channel of ticks has been given, expr itself
// where it is none.
func tickSource(info *types.Info, cur inspector.Cursor, expr ast.Expr) ast.Expr {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return expr
	}
	v, ok := info.Uses[id].(*types.Var)
	if !ok {
		return expr
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if value := localvar.Value(info, decl.Node(), v); value != nil {
			return tickSource(info, cur, value)
		}
	}
	return expr
}

func reportTickerRange(p *check.Pass, cur inspector.Cursor, loop *ast.RangeStmt, start astindex.Start, doubts []check.Doubt) {
	channel := p.Source(loop.X)
	p.Report(check.Finding{
		At: loop.X,
		Message: fmt.Sprintf("goroutine started at %s cannot be stopped: it ranges over %s, which Stop does not close",
			p.Where(start.Node.Pos(), loop.Pos()), channel),
		Trace: []check.Hop{
			{Pos: start.Node.Pos(), Message: "started here"},
			{Pos: loop.For, Message: "waits here for ticks only"},
		},
		Doubts: doubts,
		Fix:    stopfix.FixTickerRange(p, cur, loop, channel),
	})
}
