// Package unrecoveredgoroutine is the check panicguard/unrecovered-goroutine: panic in a
// goroutine crashes a server.
package unrecoveredgoroutine

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/guardfix"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
)

//go:embed unrecoveredgoroutine.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of panicguard.
//
// Opt-in, because Go's answer to a panic, to end the process, is what many want.
var Check = &check.Check{
	Slug:       "unrecovered-goroutine",
	Title:      "panic in a goroutine crashes a server",
	Severity:   check.Low,
	Confidence: check.OptIn,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go poller.Run(ctx) // in a package that serves
//
// Silent for goroutines that call nothing of the program's own module, or that
// wait for a signal to end the process, and where a recover is deferred: in the goroutine, or in all of its own that it calls.
func run(p *check.Pass) {
	if !serves(p) {
		return
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, start := range astindex.Of(p.Pass).Starts {
		if p.Quiet(start.Node.Pos()) || catalog.PanicKeepers[callmatch.CalleeName(p.TypesInfo, start.Call)] {
			continue
		}
		fn := unguarded(p, start)
		if fn == nil {
			continue
		}
		p.Report(check.Finding{
			At:      start.Node,
			Message: fmt.Sprintf("a panic in %s crashes the process, with all requests in flight: nothing recovers in this goroutine", fn.Name()),
			Fix:     guardfix.New(p, in, start),
		})
	}
}

// serves reports whether a package serves, or has what others serve with.
func serves(p *check.Pass) bool {
	index := astindex.Of(p.Pass)
	for fn := range index.Calls {
		if catalog.Serves[callmatch.Name(fn)] {
			return true
		}
	}
	for fn := range index.Decls {
		if handles(fn.Signature()) {
			return true
		}
	}
	return false
}

// handles reports whether a function is the handler of an HTTP request.
func handles(sig *types.Signature) bool {
	params := sig.Params()
	return params.Len() == 2 && callmatch.TypeName(params.At(0).Type()) == "net/http.ResponseWriter" &&
		callmatch.TypeName(params.At(1).Type()) == "net/http.Request"
}

// unguarded returns a function of the program's own that the goroutine calls
// outside of any recover, nil if there is none.
func unguarded(p *check.Pass, start astindex.Start) *types.Func {
	known := recovers.Of(p.Pass)
	if start.Func != nil {
		if !isOwn(p.Pkg, start.Func) || known.Func(start.Func).Guarded {
			return nil
		}
		return start.Func
	}
	if start.Lit == nil || known.Guards(start.Lit.Body) {
		return nil
	}
	var found *types.Func
	ends := false
	ast.Inspect(start.Lit.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		if fn == nil || fn.Pkg() == nil {
			return true
		}
		ends = ends || fn.Pkg().Path() == "os/signal"
		if found == nil && isOwn(p.Pkg, fn) && !known.Func(fn).Guarded {
			found = fn
		}
		return true
	})
	if ends {
		return nil
	}
	return found
}

// isOwn reports whether fn belongs to the module of pkg, as far as the first
// elements of its path tell.
func isOwn(pkg *types.Package, fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	x, y := strings.Split(pkg.Path(), "/"), strings.Split(fn.Pkg().Path(), "/")
	n := 2
	if strings.HasPrefix(x[0], "github.") || strings.HasPrefix(x[0], "gitlab.") {
		n = 3
	}
	for i := range min(n, len(x)) {
		if i >= len(y) || x[i] != y[i] {
			return false
		}
	}
	return true
}
