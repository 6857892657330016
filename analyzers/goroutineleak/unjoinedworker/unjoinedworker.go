// Package unjoinedworker is the check goroutineleak/unjoined-worker: worker is stopped,
// and what it uses is closed without waiting for it.
package unjoinedworker

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

//go:embed unjoinedworker.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "unjoined-worker",
	Title:      "worker is stopped, and what it uses is closed without waiting for it",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.Stops | check.RunsForever,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
//	defer stop()
//	defer store.Close()
//	go meter(store).Run(ctx) // works until ctx ends, and does not signal its end
//	…
//	<-ctx.Done()
//	return // and the process with it
//
// where the goroutine works with something that the same function closes, or has work left
// to do once the context has ended; and the same of a Stop method that stops a goroutine of
// its owner, and closes what it uses or returns while it may still work; readers of a
// command's output, see pipeReader; workers whose queue the program closes before it
// returns, see queueOf; those that it signals and that then save something, see signaledOf; work that is started for each call, see reportCall; and
// a stop that returns what its callers are to wait for, see reportDropped. Silent when
// the goroutine signals that it has finished, when something is called on it that may wait
// for it, outside of programs (which functions end a process is not known in libraries),
// and for goroutines that only watch.
func run(p *check.Pass) {
	reportDropped(p)
	if len(astindex.Of(p.Pass).Starts) == 0 {
		return
	}
	flow, lives := ssaflow.Of(p.Pass), lifetime.LifetimesIn(p)
	for _, s := range flow.Starts() {
		fn := s.Instr.Parent()
		if s.Starter != "" || p.Quiet(s.Instr.Pos()) {
			continue
		}
		if h := unjoinedStopOf(p, s); h != nil {
			reportUnjoinedStop(p, s, h)
			continue
		}
		if r := pipeReader(p, s); r != nil {
			reportPipe(p, s, r)
			continue
		}
		if q := queueOf(p, s); q != nil {
			reportQueue(p, s, q)
			continue
		}
		if w := signaledOf(p, s); w != nil {
			reportSignaled(p, s, w, lives)
			continue
		}
		w := workerOf(p, s)
		if w == nil {
			if w = globalWorkerOf(p, s); w != nil {
				reportUnjoined(p, s, w, nil)
			} else {
				reportCall(p, s, lives)
			}
			continue
		}
		if !endsProcess(p, fn) || !raisedIn(w.ctx, fn) {
			continue
		}
		shared := sharedWith(s)
		if joined(fn, shared) {
			continue
		}
		used := released(fn, shared)
		if used == nil && (!w.finishes || stopsServer(s, fn)) {
			continue
		}
		reportUnjoined(p, s, w, used)
	}
}

// reportCall reports a goroutine that is started for a call: what it stores or sends is lost, or what
// it works with is closed.
func reportCall(p *check.Pass, s ssaflow.Start, lives *lifetime.Lifetimes) {
	if work := lostBy(p, s); work != nil {
		reportLost(p, s, work, lives)
	} else if c := closedUnderOf(p, s); c != nil {
		reportClosedUnder(p, s, c)
	}
}

// endsProcess reports whether the process ends when fn returns: the main function, that of a
// command, one that only these call, or one that makes the context of the process's signals, or waits for one.
func endsProcess(p *check.Pass, fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return lifetime.IsCommand(p, fn)
	}
	for _, call := range ssainstr.Calls(fn) {
		if ssaflow.Callee(call.Common()) == "os/signal.NotifyContext" {
			return true
		}
	}
	if awaitsSignal(p, fn) {
		return true
	}
	return lifetime.OnlyMain(p, fn, 2)
}

func reportUnjoined(p *check.Pass, s ssaflow.Start, w *contextWorker, used *release) {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		fn := w.ends.Name()
		trace := []check.Hop{{Pos: stmt.Pos(), Message: "started here"}}
		risk := "its cleanup may be interrupted"
		if used != nil {
			risk = fmt.Sprintf("%s may be used after %s closes it at %s", used.name, fn, p.Where(used.at.Pos(), stmt.Pos()))
			trace = append(trace, check.Hop{Pos: used.at.Pos(), Message: "closed here, while the goroutine may be running"})
		}
		f := check.Finding{
			At:      stmt.Call.Fun,
			Message: fmt.Sprintf("%s: nothing waits for %s before %s returns", risk, workerName(p, c), fn),
			Trace:   trace,
		}
		if w.ends == s.Instr.Parent() { // else the group has to be known in both functions
			f.Fix = fixUnjoined(p, c)
		}
		p.Report(f)
		return
	}
}
