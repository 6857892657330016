package stopnotcalled

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
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
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return endedElsewhere(l.Exit.Block()) }) // nothing closes tick.C
		c := &site.Case{Site: s, Fate: fate, Name: name, Var: name, End: name + ".Stop()"}
		switch {
		case len(fate.Leaks) > 0:
			reportTicker(p, c)
		case len(fate.Closed) > 0:
			p.Safe(s.Call, name, verdict.Handled, fate.Closed[0].Pos())
		}
	}
}

func reportTicker(p *check.Pass, c *site.Case) {
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
		Fix:     c.Defer(p, c.End),
	})
}
