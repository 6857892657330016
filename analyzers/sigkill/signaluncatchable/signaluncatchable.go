// Package signaluncatchable is the check sigkill/signal-uncatchable: signal is never
// delivered, or may be dropped.
package signaluncatchable

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed signaluncatchable.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "signal-uncatchable",
	Title:      "signal is never delivered, or may be dropped",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"os/signal"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	signal.Notify(c, os.Interrupt, syscall.SIGKILL) // never delivered
//	c := make(chan os.Signal)                       // unbuffered: the signal is dropped
//
// also where a function passes its parameters on to Notify, at the calls of that function.
// That a server registers for SIGINT alone is what shutdownorder/interrupt-only reports.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		row, ok := catalog.Notifies[to.Name]
		if !ok || len(call.Args) <= row.Signals || p.Quiet(call.Pos()) {
			continue
		}
		for _, list := range lists(p, cur, row.Signals) {
			reportLists(p, cur, list)
		}
		if row.Channel >= 0 {
			unbuffered(p, cur, call.Args[row.Channel])
		}
	}
}

func uncatchable(p *check.Pass, cur inspector.Cursor, sig ast.Expr) (bool, string) {
	switch {
	case process.IsKill(p, cur, sig):
		return true, "SIGKILL"
	case stops(p, sig):
		return true, "SIGSTOP"
	}
	return false, ""
}

// stops reports whether a signal is SIGSTOP, whose number differs by system.
func stops(p *check.Pass, sig ast.Expr) bool {
	sel, ok := ast.Unparen(sig).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj, ok := p.TypesInfo.Uses[sel.Sel].(*types.Const)
	return ok && obj.Pkg() != nil && catalog.StopValues[obj.Pkg().Path()+"."+obj.Name()]
}

// reportLists reports the signals of a list that cannot be caught.
func reportLists(p *check.Pass, cur inspector.Cursor, signals []ast.Expr) {
	var bad []int
	var names []string
	for i, sig := range signals {
		if ok, name := uncatchable(p, cur, sig); ok && !p.Quiet(sig.Pos()) {
			bad, names = append(bad, i), append(names, name)
		}
	}
	for k, i := range bad {
		reportUncatchable(p, cur, signals, i, names[k], len(bad) == len(signals))
	}
}

// reportUncatchable reports one signal of a list. The handler runs for the others, if
// there are any.
func reportUncatchable(p *check.Pass, cur inspector.Cursor, signals []ast.Expr, i int, name string, alone bool) {
	call := cur.Node().(*ast.CallExpr)
	never := "the handler never runs"
	if !alone {
		never += " on " + name
	}
	var doubts []check.Doubt
	if j := slices.IndexFunc(signals, func(sig ast.Expr) bool { return terminates(p, sig) }); j >= 0 {
		doubts = append(doubts, check.Doubting(verdict.CaughtToo, signals[j].Pos()))
	}
	p.Report(check.Finding{
		At: signals[i],
		Message: fmt.Sprintf("%[4]s: %[1]s does not deliver %[2]s, because %[3]s cannot be caught",
			p.Source(call.Fun), p.Source(signals[i]), name, never),
		Doubts: doubts,
		Fix:    fixUncatchable(p, cur, signals, i),
	})
}

// terminates reports whether a signal is SIGTERM by its name.
func terminates(p *check.Pass, sig ast.Expr) bool {
	sel, ok := ast.Unparen(sig).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj := p.TypesInfo.Uses[sel.Sel]
	return obj != nil && obj.Pkg() != nil && catalog.Signals[obj.Pkg().Path()+"."+obj.Name()] == "SIGTERM"
}
