// Package nodrain is the check shutdownorder/no-drain: server is shut down immediately
// after the signal, without a drain period.
package nodrain

import (
	"embed"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/readiness"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed nodrain.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "no-drain",
	Title:      "server is shut down immediately after the signal, without a drain period",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	<-quit // or <-ctx.Done() of a signal.NotifyContext
//	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
//	defer cancel()
//	srv.Shutdown(ctx)
//
// also when the function that shuts down is called from the one that waits. Silent when
// anything between the two may take time: a sleep, a timer, another wait, a call into a
// package that is not known not to; when the signal's channel or context is not known to be
// one; for gRPC, which redirects its clients; and where a comment beside it says what has
// waited. Doubtful where nothing answers a readiness probe, which is how a load balancer is
// known to be there, and in packages that get certificates of their own: their clients come
// without one; where a handler tests for a file of a fixed name: the operator creates it
// before stopping the process, and waits; where a comment further up speaks of that; and
// where all that is served is metrics and profiles.
func run(p *check.Pass) {
	stops := serving.ServerStops(p)
	if len(stops) == 0 {
		return
	}
	ownCertificates := slices.ContainsFunc(p.Pkg.Imports(), func(pkg *types.Package) bool { return catalog.OwnCertificates[pkg.Path()] })
	byFile := slices.IndexFunc(ssaflow.Of(p.Pass).SSA.Funcs, asksForFile)
	s, observed := serving.NewSignalled(ssaflow.Of(p.Pass)), onlyObserved(p)
	for _, call := range stops {
		if p.Quiet(call.Pos()) {
			continue
		}
		expr := ssainstr.CallExpr(p, call.Pos())
		if expr == nil {
			continue
		}
		if at, ok := p.Wanted(expr, whoWaited...); ok {
			p.Safe(expr, p.Name(expr.Fun), verdict.Wanted, at)
			continue
		}
		if at := s.AtOnce(call, 2); at == nil {
			p.Safe(expr, p.Name(expr.Fun), verdict.Handled, call.Pos())
		} else {
			var doubts []check.Doubt
			if p.SaysBetween(call.Parent().Pos(), call.Pos(), ofBalancers...) {
				doubts = append(doubts, check.Doubting(verdict.MayWait, call.Parent().Pos()))
			}
			if byFile >= 0 {
				doubts = append(doubts, check.Doubting(verdict.MayWait, ssaflow.Of(p.Pass).SSA.Funcs[byFile].Pos()))
			}
			if observed && ssaflow.Callee(&call.Call) == "(*net/http.Server).Shutdown" {
				doubts = append(doubts, check.Doubting(verdict.Endpoint, call.Pos()))
			}
			if ownCertificates || !readiness.Of(p.Pass).Answered() {
				doubts = append(doubts, check.Doubting(verdict.NoReadiness, call.Pos()))
			}
			reportNoDrain(p, call, at, doubts)
		}
	}
}

// whoWaited say, beside the shutdown, that the load balancers have been notified.
var whoWaited = []string{"prestop", "pre stop", "endpoint removal", "propagate", "propagated", "deregistered"}

// ofBalancers, further up in the function, speak of them.
var ofBalancers = append([]string{"load balancer", "load balancers", "endpoints to"}, whoWaited...)

// asksForFile reports whether a handler's answer depends on whether a file of a
// fixed name is there.
func asksForFile(fn *ssa.Function) bool {
	if !astindex.AnswersRequests(fn.Signature) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !catalog.FileTests[ssaflow.Callee(&call.Call)] {
				continue
			}
			if _, fixed := call.Call.Args[0].(*ssa.Const); fixed {
				return true
			}
		}
	}
	return false
}

func reportNoDrain(p *check.Pass, stop *ssa.Call, at ssa.Instruction, doubts []check.Doubt) {
	call := ssainstr.CallExpr(p, stop.Pos())
	if call == nil {
		return
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("requests that load balancers still send are refused: %s follows the signal (%s) without a drain period",
			p.Name(call.Fun), p.Where(at.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: at.Pos(), Message: "the signal is received here"}},
		Doubts: doubts,
		Fix:    fixNoDrain(p, call, ssaflow.Callee(&stop.Call)),
	})
}
