package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

var serveReturnRace = &check.Check{
	Slug:       "serve-return-race",
	Title:      "main returns with ListenAndServe, while Shutdown is still waiting for requests",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Run:        runServeReturnRace,
}

// runServeReturnRace reports
//
//	go func() {
//		<-ctx.Done()
//		srv.Shutdown(shutdownCtx)
//	}()
//	log.Fatal(srv.ListenAndServe()) // returns as soon as Shutdown is called
//
// when main, a function that main calls, or one for importers to call serves like that
// and nothing that follows waits; when the last thing that a goroutine of a group does
// is to serve, and main ends with the group; and when a goroutine takes the error of an
// orderly shutdown for a reason to end the process:
//
//	go func() { log.Fatal(srv.ListenAndServe()) }()
//	…
//	srv.Shutdown(ctx)
//
// Silent when something on the way to the end of main waits, deferred calls included,
// and for servers whose serving call returns only when the requests are through, such as
// gRPC's. Doubtful where the context is handed in, or something unknown follows.
func runServeReturnRace(p *check.Pass) {
	stops := serverStops(p)
	if len(stops) == 0 {
		return
	}
	flow, main := ssaflow.Of(p.Pass), mainFunc(p)
	s := newSignalled(flow)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			serve, ok := instr.(*ssa.Call)
			if !ok || p.Quiet(instr.Pos()) {
				continue
			}
			if _, serves := catalog.Serving[ssaflow.Callee(&serve.Call)]; !serves || s.fatal(p, serve, stops) {
				continue
			}
			stop := elsewhere(p, flow, serve, stops)
			if stop == nil {
				continue
			}
			ends, doubts := s.endsProgram(p, serve, stop, main, 4)
			if !ends {
				ends, doubts = s.endsGroup(p, serve, stop, main), nil
			}
			if ends {
				reportServeReturn(p, serve, stop, doubts)
			}
		}
	}
}

// elsewhere returns the call that shuts the server of a serving call down from
// another goroutine.
func elsewhere(p *check.Pass, flow *ssaflow.Flow, serve *ssa.Call, stops []*ssa.Call) *ssa.Call {
	server := serverOf(p, serve)
	if server == nil {
		return nil
	}
	for _, stop := range stops {
		row := catalog.ServerStops[ssaflow.Callee(&stop.Call)]
		if row.Returns && serverOf(p, stop) == server && inGoroutine(flow, stop.Parent()) {
			return stop
		}
	}
	return nil
}

// serverOf returns the variable or field that the method is called on.
func serverOf(p *check.Pass, call ssa.CallInstruction) *types.Var {
	expr := callExpr(p, call.Pos())
	if expr == nil {
		return nil
	}
	sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if field := callmatch.Field(p.TypesInfo, sel.X); field != nil {
		return field
	}
	if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		return v
	}
	return nil
}

func reportServeReturn(p *check.Pass, serve, stop *ssa.Call, doubts []check.Doubt) {
	call, shutdown := callExpr(p, serve.Pos()), callExpr(p, stop.Pos())
	if call == nil || shutdown == nil {
		return
	}
	ends := "main"
	if p.Pkg.Name() != "main" {
		ends = outermost(serve.Parent()).Name()
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("requests in flight are dropped: %s returns when %s (%s) begins, and %s returns with it",
			p.Name(call.Fun), p.Source(shutdown.Fun), p.Where(shutdown.Pos(), call.Pos()), ends),
		Trace:  []check.Hop{{Pos: shutdown.Pos(), Message: "waits for requests here, and nothing waits for it"}},
		Doubts: doubts,
		Fix:    fixServeReturn(p, call, shutdown),
	})
}
