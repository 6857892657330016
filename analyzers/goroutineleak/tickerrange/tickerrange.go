// Package tickerrange is the check goroutineleak/ticker-range: goroutine ranges over a
// ticker's channel, which is never closed.
package tickerrange

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/paths"
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
