// Package noshutdown is the check shutdownorder/no-shutdown: program handles the signal,
// and does not shut its server down.
package noshutdown

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/signalfix"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed noshutdown.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "no-shutdown",
	Title:      "program handles the signal, and does not shut its server down",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go func() { log.Println(srv.ListenAndServe()) }()
//	<-quit // of signal.Notify
//	log.Println("stopped") // without srv.Shutdown
//
// and a handler of the signal that exits under a server. Evidence is that nothing stops a
// server: nothing that main mentions, directly or through others, and for another function that
// serves and asks for the signal, nothing in the package. Silent for servers of frameworks that
// the catalog does not know, of this host only, and of exporters, as no-signal-handling is, and for
// loops that accept connections, which the Close of the listener ends.
// Doubtful where nothing is seen to be lost, and where all that is served is probes, metrics and
// profiles.
func run(p *check.Pass) {
	known := signals.Of(p.Pass)
	seen := make(map[*ast.CallExpr]bool)
	for _, s := range known.Services() {
		if !known.Unstopped(s) {
			continue
		}
		call, fn := signalfix.ServingCall(p, s.Body)
		if call == nil || seen[call] || p.Quiet(call.Pos()) || known.Scraped(call) || known.Accepts(call) || serving.IsExporter(p) || serving.OfFramework(p, fn) || known.HandlesElsewhere(fn) {
			continue
		}
		seen[call] = true
		reportNoShutdown(p, s, call)
	}
	if call := known.Unshut(); call != nil && !p.Quiet(call.Pos()) {
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("requests in flight are dropped: main handles the signal, and nothing shuts down the server that %s starts",
				p.Name(call.Fun)),
		})
	}
}

func reportNoShutdown(p *check.Pass, s signals.Service, call *ast.CallExpr) {
	var doubts []check.Doubt
	if loss.LosesNothing(p, s.Body) {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, call.Pos()))
	}
	if onlyWatched(p) || loss.ServesProfiles(p, call) {
		doubts = append(doubts, check.Doubting(verdict.Endpoint, call.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("requests in flight are dropped: %s handles the signal, and nothing shuts down the server that %s runs",
			s.Name, p.Name(call.Fun)),
		Doubts: doubts,
		Fix:    fixNoShutdown(p, s.Body, call),
	})
}
