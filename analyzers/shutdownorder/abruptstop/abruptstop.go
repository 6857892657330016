// Package abruptstop is the check shutdownorder/abrupt-stop: server is closed in the middle of its requests.
package abruptstop

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed abruptstop.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "abrupt-stop",
	Title:      "server is closed in the middle of its requests",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	<-ctx.Done() // or a signal
//	srv.Close() // or grpcServer.Stop()
//
// the same of a connection that delivers messages to handlers, also in a function that is called after that, and in a method Stop or Shutdown. Safe are
// packages that let the requests of such a server finish somewhere: the close is what they do
// when that takes too long. Silent where the close follows an error. Doubtful where nothing but
// metrics and profiles is served, and in a method Close.
func run(p *check.Pass) {
	if !closesServers(p) {
		return
	}
	flow := ssaflow.Of(p.Pass)
	s := &stopping{p: p, flow: flow}
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || !drops(ssaflow.Callee(call.Common())) || p.Quiet(call.Pos()) {
				continue
			}
			expr := ssainstr.CallExpr(p, call.Common().Pos())
			if expr == nil {
				continue
			}
			why := s.asked(call, 3)
			if why == nil {
				continue
			}
			if at, ok := p.Wanted(expr); ok {
				p.Safe(expr, p.Name(expr.Fun), verdict.Wanted, at)
			} else if at := s.graceful(ssaflow.Callee(call.Common())); at.IsValid() {
				p.Safe(expr, p.Name(expr.Fun), verdict.Handled, at)
			} else {
				s.report(call, expr, why)
			}
		}
	}
}

// closesServers reports whether the package mentions a method that closes a server. Most do not,
// and have no need of SSA.
func closesServers(p *check.Pass) bool {
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && drops(callmatch.Name(fn)) {
			return true
		}
	}
	return false
}

// drops reports whether a method closes a server, or what delivers messages.
func drops(name string) bool {
	_, delivers := catalog.ConnCloses[name]
	return delivers || catalog.ServerCloses[name]
}

func (s *stopping) report(call ssa.CallInstruction, expr *ast.CallExpr, why *reason) {
	doubts := why.doubts
	if row, delivers := catalog.ConnCloses[ssaflow.Callee(call.Common())]; delivers {
		s.reportDelivery(expr, why, row)
		return
	}
	if serving.OnlyHandles(s.p, func(_, handler ast.Expr) bool { return serving.Observes(s.p, handler) }) {
		doubts = append(doubts, check.Doubting(verdict.Endpoint, call.Pos()))
	}
	if at := s.lameDuck(); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.LameDuck, at))
	}
	s.p.Report(check.Finding{
		At: expr,
		Message: fmt.Sprintf("requests in flight are dropped when the program stops: %s closes their connections, and nothing lets them finish",
			s.p.Name(expr.Fun)),
		Trace:  []check.Hop{{Pos: why.at, Message: why.what}},
		Doubts: doubts,
		Fix:    fix(s.p, call, expr),
	})
}
