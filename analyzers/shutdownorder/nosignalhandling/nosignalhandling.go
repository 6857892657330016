// Package nosignalhandling is the check shutdownorder/no-signal-handling: program serves,
// and nothing handles SIGTERM.
package nosignalhandling

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/signalfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed nosignalhandling.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "no-signal-handling",
	Title:      "program serves, and nothing handles SIGTERM",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func main() {
//		…
//		log.Fatal(http.ListenAndServe(addr, mux)) // or r.Run, e.Start, s.Serve, server.Start
//	}
//
// in a program in which nothing asks for SIGTERM or SIGINT. Silent when anything
// that the main package mentions may ask for them, be it in a package it
// imports: a function, a type with such a method, a variable, an init function.
// Silent as well for servers that only this host can reach, for those that are
// beside the point: served by a goroutine that main does not wait for; for an
// exporter of metrics whose main defers nothing; and where the server is that of a
// framework which the catalog does not know: its platform may have an end of its own. Doubtful
// where nothing is seen to be lost, and where profiles are all that is served.
func run(p *check.Pass) {
	body, known := servingBody(p), signals.Of(p.Pass)
	if body == nil {
		if call := known.Unheard(); call != nil && !p.Quiet(call.Pos()) {
			p.Report(check.Finding{At: call, Message: message(p, call)})
			return
		}
		runWorkers(p)
		return
	}
	call, fn := signalfix.ServingCall(p, body)
	if call == nil || p.Quiet(call.Pos()) || (known.Scraped(call) || serving.IsExporter(p)) && !defers(body) || serving.OfFramework(p, fn) {
		return
	}
	var doubts []check.Doubt
	if loss.LosesNothing(p, body) {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, call.Pos()))
	}
	if loss.ServesProfiles(p, call) {
		doubts = append(doubts, check.Doubting(verdict.Endpoint, call.Pos()))
	}
	p.Report(check.Finding{
		At:      call,
		Message: message(p, call),
		Doubts:  doubts,
		Fix:     signalfix.FixNoSignalHandling(p, call),
	})
}

// message says what the signal costs; deferred calls only where some are pending.
func message(p *check.Pass, call *ast.CallExpr) string {
	drops, serves := "drops requests in flight", "serves"
	if signals.Of(p.Pass).Accepts(call) {
		drops, serves = "drops open connections", "accepts"
	}
	if defersAround(p, call) {
		drops += " and skips deferred calls"
	}
	return fmt.Sprintf("SIGTERM %s: %s %s until the process is killed, and nothing handles the signal", drops, p.Name(call.Fun), serves)
}

// defersAround reports whether main, or the function that makes the call, defers something.
func defersAround(p *check.Pass, call *ast.CallExpr) bool {
	if main := syntax.MainFunc(p); main != nil && defers(signals.Of(p.Pass).Decl(main).Body) {
		return true
	}
	cur, ok := syntax.CursorOf(p, call)
	if !ok {
		return false
	}
	fn, ok := astindex.FuncAround(cur)
	return ok && defers(astindex.FuncBody(fn.Node()))
}

// servingBody returns the body of the program's main, or of the first of its commands, that serves, nil
// if there is none, or something handles the signal.
func servingBody(p *check.Pass) *ast.BlockStmt {
	main, known := syntax.MainFunc(p), signals.Of(p.Pass)
	if main == nil || known.Handled() {
		return nil
	}
	if known.Serves(main) {
		return known.Decl(main).Body
	}
	for _, s := range known.Services() {
		if s.Command {
			return s.Body
		}
	}
	return nil
}

// defers reports whether the function itself leaves something to its end.
func defers(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}
