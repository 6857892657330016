// Package waitbeforestop is the check shutdownorder/wait-before-stop: program waits for a
// goroutine before the call that alone stops it.
package waitbeforestop

import (
	"embed"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed waitbeforestop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "wait-before-stop",
	Title:      "program waits for a goroutine before the call that alone stops it",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	s.Start()
//	s.wg.Wait() // for a goroutine that loops until s.quit is closed
//	s.Stop()    // closes s.quit
//
// where all that could end the goroutine comes after the wait: what follows is never
// reached. The wait may be for a group, or for a channel that the goroutine closes when it
// returns; it, the start and the stop may each be in a function that is called. Silent when
// other code may end the goroutine, such as importers, and when it has another exit. That
// the stop is a deferred cancel function, as is there for vet alone, lowers it.
func run(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	starts := flow.Starts()
	if len(starts) == 0 {
		return
	}
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if waited(flow, instr) == nil || p.Quiet(instr.Pos()) {
				continue
			}
			for _, site := range sitesOf(flow, instr, 2) {
				if d := newDeadEnd(flow, instr, site, starts); d != nil {
					reportDeadEnd(p, d)
					break
				}
			}
		}
	}
}

// waited returns the group or the class of the channel that an instruction waits for, nil
// for others.
func waited(flow *ssaflow.Flow, instr ssa.Instruction) any {
	switch instr := instr.(type) {
	case *ssa.Call:
		if catalog.Joins[ssaflow.Callee(&instr.Call)] && len(instr.Call.Args) > 0 {
			return ssainstr.Identity(&instr.Call)
		}
	case *ssa.UnOp:
		if c := flow.Class(instr.X); instr.Op == token.ARROW && c != nil {
			return c
		}
	}
	return nil
}

// sitesOf returns a wait, and the calls of functions that it is all of: that wait at the
// end, or on each path to it.
func sitesOf(flow *ssaflow.Flow, wait ssa.Instruction, depth int) []ssa.Instruction {
	list, fn := []ssa.Instruction{wait}, wait.Parent()
	if depth == 0 || fn.Parent() != nil {
		return list
	}
	for ret := range ssaflow.Returns(fn) {
		if !wait.Block().Dominates(ret.Block()) {
			return list
		}
	}
	callers, _ := flow.Callers(fn)
	for _, c := range callers {
		if call, ok := c.(*ssa.Call); ok {
			list = append(list, sitesOf(flow, call, depth-1)...)
		}
	}
	return list
}

func reportDeadEnd(p *check.Pass, d *deadEnd) {
	at := waitNode(p, d.site)
	if at == nil || d.stop == nil {
		return
	}
	var doubts []check.Doubt
	if d.deferred {
		doubts = append(doubts, check.Doubting(verdict.Deliberate, d.stop.Pos()))
	}
	stop := "the only stop"
	if call := ssainstr.CallExpr(p, d.stop.Pos()); call != nil {
		if stop = p.Source(call.Fun); stop == "close" {
			stop = p.Source(call)
		}
	} else if stmt := deferStmtAt(p, d.stop.Pos()); stmt != nil {
		stop = "the deferred " + p.Source(stmt.Call.Fun)
	}
	start := d.start.Instr.Pos()
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("%s never returns: it waits for the goroutine started at %s, and only %s (%s), after it, stops that goroutine",
			p.Source(at), p.Where(start, at.Pos()), stop, p.Where(d.stop.Pos(), at.Pos())),
		Trace:  []check.Hop{{Pos: start, Message: "started here"}, {Pos: d.stop.Pos(), Message: "would be stopped here"}},
		Doubts: doubts,
		Fix:    d.fix(p, at),
	})
}
