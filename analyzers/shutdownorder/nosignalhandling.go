package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var noSignalHandling = &check.Check{
	Slug:       "no-signal-handling",
	Title:      "program serves, and nothing handles SIGTERM",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runNoSignalHandling,
}

// runNoSignalHandling reports
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
// where nothing is seen to be lost.
func runNoSignalHandling(p *check.Pass) {
	body := servingBody(p)
	if body == nil {
		return
	}
	known := signals.Of(p.Pass)
	call, fn := servingCall(p, body)
	if call == nil || p.Quiet(call.Pos()) || (known.Scraped(call) || isExporter(p)) && !defers(body) || ofFramework(p, fn) {
		return
	}
	var doubts []check.Doubt
	if losesNothing(p, body) {
		doubts = append(doubts, check.Doubting(verdict.NothingWon, call.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("SIGTERM drops requests in flight and skips deferred calls: %s serves until the process is killed, and nothing handles the signal",
			p.Name(call.Fun)),
		Doubts: doubts,
		Fix:    fixNoSignalHandling(p, call),
	})
}

// servingBody returns the body of the program's main, or of the first of its commands, that serves, nil
// if there is none, or something handles the signal.
func servingBody(p *check.Pass) *ast.BlockStmt {
	main, known := mainFunc(p), signals.Of(p.Pass)
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

// servingCall follows a function to the call with which it serves, and returns that and what it
// calls, nil if it is not known.
func servingCall(p *check.Pass, body *ast.BlockStmt) (call *ast.CallExpr, fn *types.Func) {
	known := signals.Of(p.Pass)
	for range 8 { // through functions of the package, to the one that serves
		next := known.ServingCall(body)
		if next == nil && call != nil {
			next = known.Spawned(body) // the caller waits
		}
		if call = next; call == nil {
			return nil, nil
		}
		if fn = callmatch.Callee(p.TypesInfo, call); fn == nil || known.Decl(fn) == nil {
			break
		}
		body = known.Decl(fn).Body
	}
	return call, fn
}

// isExporter reports whether the program is one that shows metrics, as it is called.
func isExporter(p *check.Pass) bool {
	return strings.Contains(path.Base(p.Pkg.Path()), "exporter")
}

// ofFramework reports whether fn serves for a module that the catalog does not know.
func ofFramework(p *check.Pass, fn *types.Func) bool {
	_, known := catalog.Serving[callmatch.Name(fn)]
	return fn != nil && !known && callmatch.Foreign(p.Pass, fn)
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
