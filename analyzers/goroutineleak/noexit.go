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
)

var noExit = &check.Check{
	Slug:       "no-exit",
	Title:      "goroutine loops for ever, and nothing can make it leave",
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
// out, and goroutines that end in select {}. Silent for ranges over a ticker (a
// check of their own), for handlers of signals, for goroutines that package
// initialization or a sync.Once starts, or that work for a value which the
// package makes once and keeps (they live as long as the process), for a package's
// housekeeping in memory, in programs without any shutdown, and when the body of the goroutine is not known.
func runNoExit(p *check.Pass) { endlessLoops(p, true) }

// endlessLoops reports goroutines that loop for ever: those with something at stake, or
// those without.
func endlessLoops(p *check.Pass, atStake bool) {
	seen := make(map[ast.Node]bool)
	var exits *ssaflow.Exits
	var lives *lifetimes
	for _, g := range goroutines(p) {
		if exits == nil {
			if lives = lifetimesIn(p); !lives.ends {
				return
			}
			exits = ssaflow.Of(p.Pass).Exits(nil)
		}
		if exits.Reachable(g.body) || lives.livesOn(g.start) {
			continue
		}
		blocks := exits.Loop(g.body)
		if len(blocks) == 0 && atStake {
			reportEmptySelect(p, g)
		}
		if len(blocks) == 0 || handlesSignals(blocks) || saysSo(blocks[0].Parent()) {
			continue
		}
		loop, ok := stmtOf(p, blocks)
		if !ok || seen[loop.Node()] || p.Quiet(loop.Node().Pos()) || p.SaysBeside(loop.Node().Pos(), catalog.LivesOnPhrases...) {
			continue
		}
		if _, ok := loop.Node().(*ast.ForStmt); !ok || (lives.atStake(g.start) || missedEnd(p, loop.Node()) != nil) != atStake {
			continue // ticker-range, process-lifetime
		}
		seen[loop.Node()] = true
		reportNoExit(p, g, loop)
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

func reportNoExit(p *check.Pass, g goroutine, loop inspector.Cursor) {
	pos := loop.Node().Pos()
	p.Report(check.Finding{
		At: keyword{pos, "for"},
		Message: fmt.Sprintf("goroutine started at %s loops for ever: %s, so nothing can stop it",
			p.Where(g.start.Instr.Pos(), pos), whyEndless(p, loop.Node())),
		Trace: []check.Hop{
			{Pos: g.start.Instr.Pos(), Message: "started here"},
			{Pos: pos, Message: "never leaves this loop"},
		},
		Fix: endLoop(p, loop, true),
	})
}

// whyEndless says why a loop has no way out.
func whyEndless(p *check.Pass, loop ast.Node) string {
	switch missed := missedEnd(p, loop).(type) {
	case *ast.BranchStmt:
		return fmt.Sprintf("the break at %s leaves the select, not the loop", p.Where(missed.Pos(), loop.Pos()))
	case *ast.CommClause:
		return fmt.Sprintf("the case at %s is told of the end and goes on", p.Where(missed.Pos(), loop.Pos()))
	}
	return "the loop has no return, no break and no case that leaves"
}

// keyword is the range of a keyword.
type keyword struct {
	at   token.Pos
	text string
}

func (k keyword) Pos() token.Pos { return k.at }
func (k keyword) End() token.Pos { return k.at + token.Pos(len(k.text)) }
