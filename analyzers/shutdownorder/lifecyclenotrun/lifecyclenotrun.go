// Package lifecyclenotrun is the check shutdownorder/lifecycle-not-run: code hangs on the
// process-wide lifecycle, which this program never runs.
package lifecyclenotrun

import (
	"embed"
	"fmt"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/signalfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed lifecyclenotrun.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "lifecycle-not-run",
	Title:      "code hangs on the process-wide lifecycle, which this program never runs",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	package jobs // of this program
//	func Start() { lifecycle.Go(poll) } // or OnShutdown, or a wait for Context
//
//	package main
//	func main() { jobs.Start(); … } // no lifecycle.Main, ListenAndServe, Shutdown, and no Server
//
// A function that depends on the default exports that to functions that mention it, through
// any number of packages, and so does one that runs it. Safe when anything in package main
// runs it, or mentions what does. That the program serves and nothing in it handles signals
// is a doubt: that it has no orderly end at all is what no-signal-handling says.
func run(p *check.Pass) {
	main := syntax.MainFunc(p)
	if main == nil {
		return
	}
	known := signals.Of(p.Pass)
	decl := known.Decl(main)
	if decl == nil {
		return
	}
	if known.RunsProcess() {
		p.Safe(decl.Name, "what hangs on the process-wide lifecycle", verdict.Ended, decl.Name.Pos())
		return
	}
	if known.HangsAt() == "" {
		return
	}
	var doubts []check.Doubt
	if !known.Handled() && known.Serves(main) {
		doubts = append(doubts, check.Doubting(verdict.NoSignals, decl.Name.Pos()))
	}
	p.Report(check.Finding{
		At: decl.Name,
		Message: fmt.Sprintf("workers and hooks of lifecycle, used at %s, are never stopped or run: this program does not call lifecycle.Main, lifecycle.ListenAndServe or lifecycle.Shutdown, or run a lifecycle.Server",
			known.HangsAt()),
		Doubts: doubts,
		Fix:    fixLifecycleNotRun(p, decl.Body.Lbrace),
	})
}

// fixLifecycleNotRun lets main shut the process-wide default down when it ends, or lets the
// default serve where main does nothing but that.
func fixLifecycleNotRun(p *check.Pass, pos token.Pos) *edit.Fix {
	e := p.Edit(pos)
	if changes := e.EndMain(); changes != "" {
		return e.Fix("Shut lifecycle down at the end of main", changes)
	}
	if call, _ := signalfix.ServingCall(p, signals.Of(p.Pass).Decl(syntax.MainFunc(p)).Body); call != nil {
		return signalfix.FixNoSignalHandling(p, call)
	}
	return nil
}
