// Package commandnolimit is the check sigkill/command-no-limit: command has no limit, and what runs it
// waits for as long as it does.
package commandnolimit

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/moment"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed commandnolimit.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of sigkill.
var Check = &check.Check{
	Slug:       "command-no-limit",
	Title:      "command has no limit, and what runs it waits for as long as it does",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Unfixable:  "which limit is right depends on the command, and nothing says what else should end it",
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	out, err := exec.Command("git", "fetch", url).CombinedOutput()
//
// in a handler, a goroutine, an endless loop or a callback, and the same of a command on another machine,
// session.Run of an SSH client. Safe is what the function limits: by a timer, by a wait for the end of a context
// as well, by a signal that it sends. A function that has a context is call-without-context's. Of low confidence
// are commands that are not known to wait for another machine or to run what users write.
func run(p *check.Pass) {
	times := moment.Of(p.Pass, catalog.NamedSetup)
	for cur, to := range calls.All(p.Pass) {
		if p.Quiet(to.Expr.Pos()) {
			continue
		}
		w := &wait{p: p, cur: cur, call: to.Expr}
		switch {
		case to.Name == "os/exec.Command", to.Name == "os/exec.CommandContext" && process.NeverEnds(p, to.Expr.Args[0]):
			w.local()
		case catalog.RemoteRuns[to.Name]:
			w.at, w.what = to.Expr, "the command on the other machine"
		}
		if w.at != nil {
			w.report(times)
		}
	}
}

// A wait is a call that returns when a command ends.
type wait struct {
	p      *check.Pass
	cur    inspector.Cursor
	call   *ast.CallExpr
	at     ast.Node // where it waits, nil if it does not
	what   string   // it waits for
	here   bool     // the command is not known to wait for another machine, or to be one that the program does not choose
	doubts []check.Doubt
}

// local is for a command that the program starts itself.
func (w *wait) local() {
	fn, ok := astindex.FuncAround(w.cur)
	if !ok || hasContext(w.p, fn.Node(), w.cur) {
		return
	}
	life := process.LifeOf(w.p, w.cur)
	if life.Waited == nil || life.Start != nil || life.Configured != nil || life.Delayed != nil {
		return
	}
	w.at, w.doubts = life.Waited, life.Doubts
	w.what = program(w.p, w.cur)
	if w.here = !remote(w.p, w.cur); w.here {
		w.doubts = append(w.doubts, check.Doubting(verdict.LocalWork, w.call.Pos()))
	}
	if at := fed(w.p, w.cur); at != nil {
		w.doubts = append(w.doubts, check.Doubting(verdict.LongLived, at.Pos()))
	}
}

// hasContext reports whether a function is given a context, itself or by a request.
func hasContext(p *check.Pass, fn ast.Node, cur inspector.Cursor) bool {
	for _, given := range ctxscope.Given(p.Pass, fn, cur.Node().Pos()) {
		if given.Kind != "field" {
			return true
		}
	}
	return false
}

// report reports a wait. A command that only needs this machine is one of those where a handler or worker waits.
func (w *wait) report(times *moment.Moments) {
	when := reached(w.p, times, w.cur)
	if w.here && when != moment.Running {
		return
	}
	if at := limitIn(w.p, w.cur); at != nil {
		w.p.Safe(w.call, w.p.Name(w.call.Fun), verdict.Limited, at.Pos())
		return
	}
	switch when {
	case moment.Startup:
		w.doubts = append(w.doubts, check.Doubting(verdict.Bootstrap, w.call.Pos()))
	case moment.Asked, moment.Never:
		w.doubts = append(w.doubts, check.Doubting(verdict.OtherProgram, w.call.Pos()))
	}
	w.p.Report(check.Finding{
		At:      w.call,
		Message: fmt.Sprintf("the service waits for %s without a limit, and hangs with it", w.what),
		Doubts:  w.doubts,
	})
}
