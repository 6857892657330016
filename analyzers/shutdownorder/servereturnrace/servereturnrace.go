// Package servereturnrace is the check shutdownorder/serve-return-race: main returns with
// ListenAndServe, while Shutdown is still waiting for requests.
package servereturnrace

import (
	"embed"
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

//go:embed servereturnrace.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "serve-return-race",
	Title:      "main returns with ListenAndServe, while Shutdown is still waiting for requests",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go func() {
//		<-ctx.Done()
//		srv.Shutdown(shutdownCtx)
//	}()
//	log.Fatal(srv.ListenAndServe()) // returns as soon as Shutdown is called
//
// when main, a function that main calls, or one for importers to call serves like that and
// nothing that follows waits; when the last thing that a goroutine of a group does is to
// serve, and main ends with the group; when a goroutine serves and then sends its error, or
// closes a channel, and main ends with that; and when a goroutine takes the error of an
// orderly shutdown for a reason to end the process:
//
//	go func() { log.Fatal(srv.ListenAndServe()) }()
//	…
//	srv.Shutdown(ctx)
//
// Silent when something before the end of main waits, deferred calls included, and for
// servers whose serving call returns only when the requests have finished, such as gRPC's.
// Doubtful where the context is a parameter, or something unknown follows.
func run(p *check.Pass) {
	stops := serving.EarlyStops(p)
	if len(stops) == 0 {
		return
	}
	flow, main := ssaflow.Of(p.Pass), syntax.MainFunc(p)
	s := serving.NewSignalled(flow)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			serve, ok := instr.(*ssa.Call)
			if !ok || p.Quiet(instr.Pos()) {
				continue
			}
			if serving.Served(p, &serve.Call) == "" {
				continue
			}
			if serving.InGoroutine(flow, fn) && s.Fatal(p, serve, stops) {
				continue
			}
			if !returns(p, s, serve, stops, main) {
				s.Fatal(p, serve, stops)
			}
		}
	}
}

// returns reports a serving call with which the program ends, and whether it is one.
func returns(p *check.Pass, s *serving.Signalled, serve *ssa.Call, stops []*ssa.Call, main *types.Func) bool {
	stop := serving.StopBeside(p, serve, stops)
	if stop == nil {
		return false
	}
	if ends, doubts := s.EndsProgram(p, serve, stop, main); ends {
		reportServeReturn(p, serve, stop, serve, doubts)
		return true
	}
	if s.EndsGroup(p, serve, stop, main) {
		reportServeReturn(p, serve, stop, serve, nil)
		return true
	}
	wait, doubts := s.WakesEnd(p, serve, stop, main)
	if wait != nil {
		reportServeReturn(p, serve, stop, wait, doubts)
	}
	return wait != nil
}

// reportServeReturn reports a serving call, with whose return last, which is the call or waits for
// it, ends the program.
func reportServeReturn(p *check.Pass, serve, stop *ssa.Call, last ssa.Instruction, doubts []check.Doubt) {
	call, shutdown := ssainstr.CallExpr(p, serve.Pos()), ssainstr.CallExpr(p, stop.Pos())
	if call == nil || shutdown == nil {
		return
	}
	ends := "main"
	if p.Pkg.Name() != "main" {
		ends = ssaflow.Outermost(last.Parent()).Name()
	}
	trace := []check.Hop{{Pos: shutdown.Pos(), Message: "waits for requests here, and nothing waits for it"}}
	if last != ssa.Instruction(serve) {
		trace = append(trace, check.Hop{Pos: last.Pos(), Message: "ends with the server here"})
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("requests in flight are dropped: %s returns when %s (%s) begins, and %s returns with it",
			p.Name(call.Fun), p.Source(shutdown.Fun), p.Where(shutdown.Pos(), call.Pos()), ends),
		Trace:  trace,
		Doubts: doubts,
		Fix:    fixServeReturn(p, serve, waitExpr(p, serve, last), shutdown),
	})
}
