// Package stopnotcalled is the check resourceleak/stop-not-called: cleanup function is not called
// on a return path.
package stopnotcalled

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/undoes"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed stopnotcalled.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "stop-not-called",
	Title:      "cleanup function is not called on a return path",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	unlock, err := s.locks.Acquire(ctx, key)
//	if err != nil {
//		return err
//	}
//	if err := s.work(ctx); err != nil {
//		return err // unlock is not called
//	}
//	unlock()
//
// where another path calls the function, and so shows that this function has to. Safe when
// each path calls it, defers it, or passes it to other code. Functions that cancel a
// context have rules of their own, runContexts and runDropped, and so have tickers.
func run(p *check.Pass) {
	runPairs(p)
	runDropped(p)
	runContexts(p)
	runTickers(p)
	runEntries(p)
	sites := site.Find(p, func(fn *types.Func, _ *ast.CallExpr) bool { return cleanup(fn) >= 0 })
	if len(sites) == 0 {
		return
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	for _, s := range sites {
		judge(p, model, s)
	}
}

// cleanup returns the number of the result that is a function without parameters, -1 where there
// is none.
func cleanup(fn *types.Func) int {
	if _, known := catalog.ContextEnds[callmatch.Name(fn)]; known {
		return -1
	}
	results := fn.Signature().Results()
	for i := range results.Len() {
		sig, ok := results.At(i).Type().Underlying().(*types.Signature)
		if ok && sig.Params().Len() == 0 && (sig.Results().Len() == 0 || sig.Results().Len() == 1 && callmatch.IsError(sig.Results().At(0).Type())) {
			return i
		}
	}
	return -1
}

func judge(p *check.Pass, model *resource.Package, s *site.Site) {
	i, known := cleanup(s.Func), undoes.Of(p.Pass).Fact(s.Func)
	if known != nil && known.Result == i && judgeKnown(p, s, known) {
		return
	}
	name, value := s.Name(p, i), resource.Result(s.SSA, i)
	takesBack := known != nil && known.Result == i && known.Registered
	if value == nil || name == "" || !takesBack && !slices.ContainsFunc(catalog.Words(name), catalog.CleansUp) {
		return
	}
	fate := model.Follow(&resource.Opening{At: s.SSA, Value: value, Err: resource.Error(s.SSA), Ends: func(string) bool { return false }})
	if takesBack {
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return endedElsewhere(l.Exit.Block()) })
	}
	c := site.Case{Site: s, Fate: fate, Name: name, Var: name, End: name + "()"}
	switch {
	case len(fate.Closed) == 0:
	case len(fate.Leaks) == 0:
		p.Safe(s.Call, name, verdict.Handled, fate.Closed[0].Pos())
	default:
		report(p, &c)
	}
}

func report(p *check.Pass, c *site.Case) {
	exits := c.Exits(p, c.Fate)
	first := exits[0]
	if first.Loop {
		return // the next one may take its place
	}
	p.Report(check.Finding{
		At: first.At,
		Message: fmt.Sprintf("%s is not called on this return, as it is at %s: what %s acquired or started at %s stays in use",
			c.Name, p.Where(c.Fate.Closed[0].Pos(), first.At.Pos()), p.Source(c.Call.Fun), p.Where(c.Call.Pos(), first.At.Pos())),
		Trace:  []check.Hop{{Pos: c.Call.Pos(), Message: "returned here"}, {Pos: c.Fate.Closed[0].Pos(), Message: "called here, on another path"}},
		Doubts: doubtsOf(c),
		Fix:    c.Before(p, exits, c.Var, c.End),
	})
}
