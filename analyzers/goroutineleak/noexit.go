package goroutineleak

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var noExit = &check.Check{
	Slug:       "no-exit",
	Aliases:    []string{"process-lifetime"},
	Title:      "goroutine runs a loop that nothing can stop",
	Severity:   check.High,
	Confidence: check.Likely,
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Run:        runNoExit,
}

// runNoExit reports
//
//	go func() {
//		for {
//			poll() // no return, break, panic or exit; no case that leaves
//			time.Sleep(interval)
//		}
//	}()
//
// where neither the loop nor a function of this package that it calls has a way
// out, and goroutines that end in select {}. Not for ranges over a ticker, which are a
// check of their own, handlers of signals, and goroutines whose body is not known. A
// comment that says that the goroutine is meant to live on is believed; that there is one
// in the life of the process, that nothing in sight wants it to end, and that the program
// has no shutdown are doubts.
func runNoExit(p *check.Pass) {
	seen := make(map[ast.Node]bool)
	defer reportDeafLoops(p, seen)
	all := goroutines(p)
	if len(all) == 0 {
		return
	}
	lives, exits := lifetimesIn(p), ssaflow.Of(p.Pass).Exits(nil)
	for _, g := range all {
		at := keyword{g.start.Instr.Pos(), "go"}
		if exits.Reachable(g.body) {
			if len(loopsOf(g.body, nil)) > 0 {
				p.Safe(at, "the goroutine, whose loop can return", verdict.Ended, g.body.Pos())
			}
			continue
		}
		blocks := exits.Loop(g.body)
		if said := saidToLiveOn(g.start, blocks); said.IsValid() {
			p.Safe(at, "the goroutine", verdict.Wanted, said)
			continue
		}
		if len(blocks) == 0 {
			reportEmptySelect(p, g, lives)
			continue
		}
		if handlesSignals(blocks) {
			p.Safe(at, "the goroutine, which handles signals", verdict.Handled, at.at)
			continue
		}
		loop, ok := stmtOf(p, blocks)
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

// handlesSignals reports whether the loop waits for signals of the operating
// system: such a handler is there for the life of the process.
func handlesSignals(blocks []*ssa.BasicBlock) bool {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.Op == token.ARROW && callmatch.IsSignals(instr.X.Type()) {
					return true
				}
			case *ssa.Select:
				for _, s := range instr.States {
					if callmatch.IsSignals(s.Chan.Type()) {
						return true
					}
				}
			}
		}
	}
	return false
}

func reportNoExit(p *check.Pass, g goroutine, loop inspector.Cursor, lives *lifetimes) {
	pos := loop.Node().Pos()
	doubts := lives.ofProgram(g.start.Instr.Pos())
	if missedEnd(p, loop.Node()) == nil { // else it was to end
		doubts = lives.doubts(g.start)
	}
	p.Report(check.Finding{
		At: keyword{pos, "for"},
		Message: fmt.Sprintf("goroutine started at %s cannot be stopped: %s",
			p.Where(g.start.Instr.Pos(), pos), whyEndless(p, loop.Node())),
		Trace: []check.Hop{
			{Pos: g.start.Instr.Pos(), Message: "started here"},
			{Pos: pos, Message: "never leaves this loop"},
		},
		Doubts: doubts,
		Fix:    endLoop(p, loop, true),
	})
}

// whyEndless says why a loop has no way out.
func whyEndless(p *check.Pass, loop ast.Node) string {
	switch missed := missedEnd(p, loop).(type) {
	case *ast.BranchStmt:
		return fmt.Sprintf("the break at %s leaves the select, not the loop", p.Where(missed.Pos(), loop.Pos()))
	case *ast.CommClause:
		return fmt.Sprintf("the case at %s receives the stop signal, and the loop continues", p.Where(missed.Pos(), loop.Pos()))
	}
	return "its loop has no return, no break and no case that leaves it"
}

// keyword is the range of a keyword.
type keyword struct {
	at   token.Pos
	text string
}

func (k keyword) Pos() token.Pos { return k.at }
func (k keyword) End() token.Pos { return k.at + token.Pos(len(k.text)) }
