// Package noexit is the check goroutineleak/no-exit: goroutine runs a loop that nothing
// can stop.
package noexit

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed noexit.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "no-exit",
	Aliases:    []string{"process-lifetime"},
	Title:      "goroutine runs a loop that nothing can stop",
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
//		for {
//			poll() // no return, break, panic or exit; no case that leaves
//			time.Sleep(interval)
//		}
//	}()
//
// where neither the loop nor a function of this package that it calls has an exit, and
// goroutines that end in select {}. Not for ranges over a ticker, which are a check of
// their own, handlers of signals, and goroutines whose body is not known. A comment that
// says that the goroutine is meant to keep running is believed; that there is one per
// process, that nothing known is meant to end it, and that the program has no shutdown are
// doubts.
func run(p *check.Pass) {
	seen := make(map[ast.Node]bool)
	defer reportDeafLoops(p, seen)
	defer reportForeign(p)
	defer reportSignals(p)
	all := deadwait.Goroutines(p)
	if len(all) == 0 {
		return
	}
	lives, exits := lifetime.LifetimesIn(p), ssaflow.Of(p.Pass).Exits(nil)
	for _, g := range all {
		at := syntax.Keyword{At: g.Start.Instr.Pos(), Text: "go"}
		blocks := exits.Endless(g.Body)
		if len(blocks) == 0 && exits.Reachable(g.Body) {
			if len(ssainstr.LoopsOf(g.Body, nil)) > 0 {
				p.Safe(at, "the goroutine, whose loop can return", verdict.Ended, g.Body.Pos())
			}
			continue
		}
		if said := lifetime.SaidToLiveOn(g.Start, blocks); said.IsValid() {
			p.Safe(at, "the goroutine", verdict.Wanted, said)
			continue
		}
		if len(blocks) == 0 {
			reportEmptySelect(p, g, lives)
			continue
		}
		if ssaflow.HandlesSignals(blocks) {
			p.Safe(at, "the goroutine, which handles signals", verdict.Handled, at.At)
			continue
		}
		loop, ok := syntax.LoopStmt(p, blocks)
		if !ok || seen[loop.Node()] || p.Quiet(loop.Node().Pos()) {
			continue
		}
		if _, ok := loop.Node().(*ast.ForStmt); !ok {
			continue // ticker-range
		}
		seen[loop.Node()] = true
		if said, ok := p.Wanted(loop.Node(), catalog.LivesOnPhrases...); ok {
			p.Safe(at, "the goroutine", verdict.Wanted, said)
			continue
		}
		reportNoExit(p, g, loop, lives)
	}
}

func reportNoExit(p *check.Pass, g deadwait.Goroutine, loop inspector.Cursor, lives *lifetime.Lifetimes) {
	pos := loop.Node().Pos()
	doubts := lives.OfProgram(g.Start.Instr.Pos())
	if stopfix.MissedEnd(p, loop.Node()) == nil { // else it was to end
		doubts = lives.Doubts(g.Start)
	}
	p.Report(check.Finding{
		At: syntax.Keyword{At: pos, Text: "for"},
		Message: fmt.Sprintf("goroutine started at %s cannot be stopped: %s",
			p.Where(g.Start.Instr.Pos(), pos), whyEndless(p, loop.Node())),
		Trace: []check.Hop{
			{Pos: g.Start.Instr.Pos(), Message: "started here"},
			{Pos: pos, Message: "never leaves this loop"},
		},
		Doubts: doubts,
		Fix:    stopfix.EndLoop(p, loop, true),
	})
}

// whyEndless returns why a loop has no exit.
func whyEndless(p *check.Pass, loop ast.Node) string {
	switch missed := stopfix.MissedEnd(p, loop).(type) {
	case *ast.BranchStmt:
		return fmt.Sprintf("the break at %s leaves the select, not the loop", p.Where(missed.Pos(), loop.Pos()))
	case *ast.CommClause:
		return fmt.Sprintf("the case at %s receives the stop signal, and the loop continues", p.Where(missed.Pos(), loop.Pos()))
	}
	if breaks(loop) {
		return "its loop has no return, and no break in it leaves it"
	}
	return "its loop has no return, no break and no case that leaves it"
}

// breaks reports whether a loop has a break, be it of a loop, switch or select within.
func breaks(loop ast.Node) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		_, lit := n.(*ast.FuncLit)
		branch, ok := n.(*ast.BranchStmt)
		found = found || ok && branch.Tok == token.BREAK
		return !lit && !found
	})
	return found
}
