package httptimeout

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

var clientNoTimeout = &check.Check{
	Slug:       "client-no-timeout",
	Title:      "HTTP call that waits for ever for a peer that hangs",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runClientNoTimeout,
}

const httpClient = string(httplimits.Client)

// runClientNoTimeout reports
//
//	http.Get(url)
//	http.DefaultClient.Do(req)          // req without a deadline
//	c := &http.Client{}; c.Do(req)      // likewise, and no c.Timeout = …
//
// A client may do without a Timeout when each of its requests has a context with
// a deadline. Silent when one request cannot be followed and none is known to be
// without end, when the transport may limit them, when the answer is read as a
// stream, when the client leaves for code that could give it a limit, in files
// that help tests, in programs and commands that somebody runs by hand, for a constant
// address of this machine or a socket of it, and where a comment speaks of timeouts.
func runClientNoTimeout(p *check.Pass) {
	if isTool(p) || p.ByHand() {
		return
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var set *settings // built when the first client turns up
	nodes := []ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.SelectorExpr)(nil)}
	for cur := range in.Root().Preorder(nodes...) {
		if p.Quiet(cur.Node().Pos()) || !mayMakeClient(p, cur) {
			continue
		}
		if set == nil {
			set = findSettings(p, in, httpClient, httplimits.Limits)
		}
		if set.global {
			return // the default client or transport has limits of its own
		}
		if byCommand(p, cur) || p.SaysBeside(cur.Node().Pos(), "timeouts") {
			continue
		}
		if call, ok := cur.Node().(*ast.CallExpr); ok && catalog.HTTPClientCalls[callmatch.CalleeName(p.TypesInfo, call)] {
			reportDefaultCall(p, cur, call)
			continue
		}
		made := withAmpersand(cur)
		if use := endlessUse(p, set, made); use != nil && !overSocket(p, made.Node()) {
			reportClient(p, made, use)
		}
	}
}

// isTool reports whether the package is a program that neither serves nor handles
// signals: who runs it sees that it hangs, and ends it.
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
		if catalog.HTTPClientCalls[callmatch.CalleeName(p.TypesInfo, n)] {
			return true
		}
	case *ast.CompositeLit:
		if !callmatch.IsType(p.TypesInfo.TypeOf(n), httpClient) {
			return false
		}
	}
	return httplimits.Of(p.Pass).Made(cur.Node().(ast.Expr)) == httplimits.Client
}

func reportDefaultCall(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) {
	if streams(p, cur) || isLocalAddr(p, call.Args[0]) {
		return
	}
	p.Report(check.Finding{
		At: call.Fun,
		Message: fmt.Sprintf("%s has no time limit: if %s accepts and does not answer, the call never returns",
			p.Name(call.Fun), peer(p, call.Args[0])),
		Fix: fixDefaultCall(p, cur, call),
	})
}

func reportClient(p *check.Pass, made inspector.Cursor, use *ast.CallExpr) {
	what := "http.Client"
	switch n := made.Node().(type) {
	case *ast.SelectorExpr:
		what = p.Source(n)
	case *ast.CallExpr:
		if callmatch.Callee(p.TypesInfo, n) != nil {
			what = "the client of " + p.Source(n.Fun)
		}
	}
	where := ""
	if p.Line(use.Pos()) != p.Line(made.Node().Pos()) {
		where = " at " + p.Where(use.Pos(), made.Node().Pos())
	}
	p.Report(check.Finding{
		At: made.Node().(ast.Expr),
		Message: fmt.Sprintf("%s has no Timeout, and %s%s sends a request without a deadline: a peer that accepts and does not answer holds it for ever",
			what, p.Source(use.Fun), where),
		Trace: []check.Hop{{Pos: use.Pos(), Message: "request without a deadline"}},
		Fix:   fixClient(p, made, use),
	})
}

// peer describes what a URL argument leads to, in few words.
func peer(p *check.Pass, url ast.Expr) string {
	if text := p.Source(url); len(text) <= 40 && isName(url) {
		return text
	}
	return "the peer"
}

func isName(expr ast.Expr) bool {
	switch expr := expr.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isName(expr.X)
	}
	return false
}
