package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runTickers reports
//
//	tick := time.NewTicker(20 * time.Second)
//	for {
//		select {
//		case <-tick.C:
//			…
//		case <-ctx.Done():
//			return // the ticker still runs
//
// which is doubtful where the version of Go collects tickers.
func runTickers(p *check.Pass) {
	sites := site.Find(p, func(fn *types.Func, _ *ast.CallExpr) bool { return callmatch.Name(fn) == "time.NewTicker" })
	if len(sites) == 0 {
		return
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	for _, s := range sites {
		name := s.Name(p, 0)
		if name == "" || name == "_" {
			continue
		}
		fate := model.Follow(&resource.Opening{At: s.SSA, Value: s.SSA, Ends: func(end string) bool { return end == "Stop" }})
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return afterTicks(l.Exit.Block()) || stoppedBefore(s.SSA, l, fate) })
		c := &site.Case{Site: s, Fate: fate, Name: name, Var: name, End: name + ".Stop()"}
		switch {
		case len(fate.Leaks) > 0:
			reportTicker(p, c, c.Defer(p, c.End))
		case inGoroutine(model, c) != nil:
			c.Fate = inGoroutine(model, c)
			reportTicker(p, c, c.Before(p, c.Exits(p, c.Fate), c.Var, c.End))
		case len(fate.Closed) > 0:
			p.Safe(s.Call, name, verdict.Handled, fate.Closed[0].Pos())
		}
	}
}

// stoppedBefore reports whether a path leads to where the ticker is made again, and past a call that stops the one
// before, under a condition perhaps.
//
//	if ticker.C != nil { ticker.Stop() }
//	ticker = time.NewTicker(every)
func stoppedBefore(made *ssa.Call, l resource.Leak, fate *resource.Fate) bool {
	return l.Exit == ssa.Instruction(made) && slices.ContainsFunc(fate.Closed, func(stop ssa.CallInstruction) bool {
		return ssaflow.Follows(stop, made)
	})
}

// inGoroutine returns what becomes of a ticker in the goroutine that has it, nil where that may not have
// to stop it, or stops it on each path. It has to where another path does, or starts a goroutine that does.
//
//	ticker := time.NewTicker(every)
//	go func() {
//		if len(files) == 0 {
//			return // the ticker still runs
//		}
//		…
//		ticker.Stop()
//	}()
func inGoroutine(model *resource.Package, c *site.Case) *resource.Fate {
	if len(c.Fate.Closed) > 0 || len(c.Fate.Gone) != 1 {
		return nil
	}
	start, ok := c.Fate.Gone[0].Instr.(*ssa.Go)
	if !ok {
		return nil
	}
	mk, ok := start.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	body := mk.Fn.(*ssa.Function)
	for i, b := range mk.Bindings {
		if cell, ok := b.(*ssa.Alloc); !ok || ssaflow.OnlyStore(cell) != ssa.Value(c.SSA) {
			continue
		}
		fate := model.Follow(&resource.Opening{At: body.Blocks[0].Instrs[0], Value: body.FreeVars[i], Ends: func(end string) bool { return end == "Stop" }})
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return l.By != nil || afterTicks(l.Exit.Block()) })
		if stops := len(fate.Closed) > 0 || len(fate.Gone) > 0 && stopsWithin(body); stops && len(fate.Leaks) > 0 && !fate.Cut {
			return fate
		}
	}
	return nil
}

// afterTicks reports whether a block runs only where the channel of a ticker is closed, which nothing does.
func afterTicks(b *ssa.BasicBlock) bool {
	return runsOnClose(b, func(tuple ssa.Value) bool {
		recv, ok := tuple.(*ssa.UnOp)
		if !ok {
			return false
		}
		load, ok := recv.X.(*ssa.UnOp)
		if !ok {
			return false
		}
		addr, ok := load.X.(*ssa.FieldAddr)
		return ok && catalog.Tickers.Fields[ssaflow.OwnedField(addr)]
	})
}

// stopsWithin reports whether a literal in a function stops a ticker.
func stopsWithin(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool {
		for instr := range ssaflow.Instrs(lit) {
			call, ok := instr.(ssa.CallInstruction)
			if ok && catalog.StopsTimer[ssaflow.Callee(call.Common())] {
				return true
			}
		}
		return stopsWithin(lit)
	})
}

func reportTicker(p *check.Pass, c *site.Case, fix *edit.Fix) {
	exits := c.Exits(p, c.Fate)
	doubts := c.Rank(p)
	if goversion.AtLeast(p.Version(c.Call.Pos()), "go1.23") {
		doubts = append(doubts, check.Doubting(verdict.Collected, c.Call.Pos()))
	}
	p.Report(check.Finding{
		At:      c.Call,
		Message: fmt.Sprintf("%s is not stopped on the return at %s: it keeps its timer, and each call leaves another one", c.Name, p.Where(exits[0].At.Pos(), c.Call.Pos())),
		Trace:   []check.Hop{{Pos: exits[0].At.Pos(), Message: "left running here"}},
		Doubts:  doubts,
		Fix:     fix,
	})
}
