package fatalonstop

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/errexit"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// groups reports servers of a group with whose end the process fails:
//
//	g.Go(srv.ListenAndServe)
//	g.Go(func() error { <-ctx.Done(); return srv.Shutdown(timeout) })
//	if err := g.Wait(); err != nil {
//		log.Fatal(err) // http.ErrServerClosed
//	}
func (f *finder) groups() {
	stops := serving.EarlyStops(f.p)
	if len(stops) == 0 {
		return
	}
	for _, start := range f.flow.Starts() {
		if !catalog.FirstError[start.Starter] || f.p.Quiet(start.Instr.Pos()) {
			continue
		}
		if call := ssainstr.CallExpr(f.p, start.Instr.Pos()); call != nil && len(call.Args) > 0 {
			if sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr); ok {
				f.ofGroup(start, sel, serving.StopOf(f.p, sel, stops))
				continue
			}
		}
		for _, body := range start.Bodies {
			for instr := range ssaflow.Instrs(body) {
				serve, ok := instr.(*ssa.Call)
				if !ok || serving.Served(f.p, &serve.Call) == "" {
					continue
				}
				for _, stop := range stops {
					if serving.StopsServer(f.p, stop, serve) {
						f.served(serve, stop)
						break
					}
				}
			}
		}
	}
}

// served reports a serving call whose error a group hands on.
func (f *finder) served(serve, stop *ssa.Call) {
	for _, exit := range errexit.Of(f.flow, serve, "") {
		if exit.Group {
			f.failed(serve, exit, shutDown(f.p, stop))
		}
	}
}

// ofGroup reports a method value that a group runs.
func (f *finder) ofGroup(start ssaflow.Start, at ast.Expr, stop *ssa.Call) {
	if stop == nil {
		return
	}
	for _, exit := range errexit.OfGroup(f.flow, start) {
		f.reportStatus(at, at, exit, shutDown(f.p, stop))
	}
}

func shutDown(p *check.Pass, stop *ssa.Call) *stopping {
	why := &stopping{what: "the server is shut down", end: stop, is: "http.ErrServerClosed"}
	if expr := ssainstr.CallExpr(p, stop.Pos()); expr != nil {
		why.what = p.Source(expr) + " is called"
	}
	return why
}

// failed reports a call that returns an error for an orderly shutdown.
func (f *finder) failed(call *ssa.Call, exit *errexit.Exit, why *stopping) {
	if expr := ssainstr.CallExpr(f.p, call.Pos()); expr != nil {
		f.reportStatus(expr, expr.Fun, exit, why)
	}
}

// reportStatus reports what returns an error for an orderly shutdown, with which the process then fails.
func (f *finder) reportStatus(at, fun ast.Expr, exit *errexit.Exit, why *stopping) {
	ends := ssainstr.CallExpr(f.p, exit.Instr.Pos())
	if ends == nil || f.told[exit.Instr] || exit.Recovered(f.p) {
		return
	}
	f.told[exit.Instr] = true
	f.p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("each orderly shutdown ends as a failure: %s returns an error when %s (%s), and %s exits with it at %s",
			f.p.Name(fun), why.what, f.p.Where(why.end.Pos(), at.Pos()), f.p.Source(ends.Fun), f.p.Where(ends.Pos(), at.Pos())),
		Trace:  []check.Hop{{Pos: why.end.Pos(), Message: "the shutdown causes the error here"}, {Pos: exit.Instr.Pos(), Message: "exits here"}},
		Doubts: why.doubts,
	})
}
