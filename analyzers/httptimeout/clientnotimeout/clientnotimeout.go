// Package clientnotimeout is the check httptimeout/client-no-timeout: HTTP call blocks
// forever when the server does not respond.
package clientnotimeout

import (
	"cmp"
	"embed"
	"go/ast"
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed clientnotimeout.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "client-no-timeout",
	Title:      "HTTP call blocks forever when the server does not respond",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	http.Get(url)
//	http.DefaultClient.Do(req)          // req without a deadline
//	c := &http.Client{}; c.Do(req)      // likewise, and no c.Timeout = …
//	config.Exchange(r.Context(), code)  // the context carries no other client
//	var c http.Client; c.Get(url)       // nothing sets its Timeout
//
// A client may do without a Timeout when each of its requests has a context with
// a deadline, or its transport ends them. The client is followed through variables,
// fields, parameters and results of the package; a request whose context comes from a
// caller may have a deadline.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	settings := sync.OnceValue(func() *valueflow.Settings { return valueflow.FindSettings(p, in) }) // built when the first client turns up
	zero := &zeroValues{p, in, settings, make(map[*types.Var]bool)}
	nodes := []ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.SelectorExpr)(nil)}
	for cur := range in.Root().Preorder(nodes...) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		zero.judge(cur)
		timeout := zeroLimit(p, cur)
		if call, ok := cur.Node().(*ast.CallExpr); ok && reportEndlessDial(p, cur, call) || timeout == nil && !mayMakeClient(p, cur) {
			continue
		}
		set, name := settings(), ""
		call, _ := cur.Node().(*ast.CallExpr)
		if call != nil {
			name = callmatch.CalleeName(p.TypesInfo, call)
		}
		row, inContext := catalog.ContextClients[name]
		switch {
		case timeout != nil:
			judgeZero(p, set, valueflow.WithAmpersand(cur), timeout)
		case inContext:
			reportContextCall(p, set, cur, call.Args[row.Context])
		case catalog.HTTPClientCalls[name]:
			reportDefaultCall(p, set, cur, call)
		default:
			judgeClient(p, set, valueflow.WithAmpersand(cur))
		}
	}
}

// judgeClient reports a client through which a request without an end is sent.
func judgeClient(p *check.Pass, set *valueflow.Settings, made inspector.Cursor) {
	f := valueflow.Follow(p, set, made, valueflow.HTTPClient)
	use, at := endlessUse(f), made.Node().(ast.Expr)
	if use == nil && f.Limited == nil {
		use = sdkUse(f)
	} else {
		f.Unknown()
	}
	if use == nil {
		if f.Limited != nil {
			p.Safe(at, "http.Client", verdict.Limited, f.Limited.Pos())
		}
		return
	}
	if limited := cmp.Or(f.Limited, set.OfDefault(p, at)); limited != nil {
		p.Safe(at, p.Source(use.call.Fun), verdict.Limited, limited.Pos())
		return
	}
	if !use.given { // else the finding is the caller's business already
		f.Replaced()
	}
	f.Doubts = append(f.Doubts, use.doubts...)
	if overSocket(p, at) {
		f.Doubt(verdict.Endpoint, at)
	}
	use.doubts = f.Doubts
	reportClient(p, made, use)
}

// isTool reports whether the package is a program that neither serves nor handles signals:
// its user sees that it hangs, and interrupts it.
func isTool(p *check.Pass) bool {
	if p.Pkg.Name() != "main" {
		return false
	}
	known := signals.Of(p.Pass)
	main, ok := p.Pkg.Scope().Lookup("main").(*types.Func)
	return ok && !known.Asked() && !known.Serves(main)
}

// mayMakeClient reports whether cur calls one of net/http's functions, or makes
// a client without a limit.
func mayMakeClient(p *check.Pass, cur inspector.Cursor) bool {
	switch n := cur.Node().(type) {
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, n)
		if _, ok := catalog.ContextClients[callmatch.Name(fn)]; ok || catalog.HTTPClientCalls[callmatch.Name(fn)] {
			return true
		}
		if fn != nil && fn.Pkg() == p.Pkg {
			return false // what it returns is followed from where it is made
		}
	case *ast.CompositeLit:
		if !callmatch.IsType(p.TypesInfo.TypeOf(n), valueflow.HTTPClient) {
			return false
		}
	}
	return httplimits.Of(p.Pass).Made(cur.Node().(ast.Expr)) == httplimits.Client
}
