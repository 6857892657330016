package httptimeout

import (
	"cmp"
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
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

var clientNoTimeout = &check.Check{
	Slug:       "client-no-timeout",
	Title:      "HTTP call blocks forever when the server does not respond",
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
// a deadline, or its transport ends them. The client is followed through variables,
// fields, parameters and results of the package; requests of which nothing is known are
// none that nothing ends.
func runClientNoTimeout(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var set *settings // built when the first client turns up
	nodes := []ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.SelectorExpr)(nil)}
	for cur := range in.Root().Preorder(nodes...) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		if call, ok := cur.Node().(*ast.CallExpr); ok && reportEndlessDial(p, cur, call) || !mayMakeClient(p, cur) {
			continue
		}
		if set == nil {
			set = findSettings(p, in)
		}
		if call, ok := cur.Node().(*ast.CallExpr); ok && catalog.HTTPClientCalls[callmatch.CalleeName(p.TypesInfo, call)] {
			reportDefaultCall(p, set, cur, call)
			continue
		}
		judgeClient(p, set, withAmpersand(cur))
	}
}

// judgeClient reports a client through which a request without an end is sent.
func judgeClient(p *check.Pass, set *settings, made inspector.Cursor) {
	f := follow(p, set, made, httpClient)
	use, at := endlessUse(f), made.Node().(ast.Expr)
	if use == nil {
		if f.limited != nil {
			p.Safe(at, "http.Client", verdict.Limited, f.limited.Pos())
		}
		return
	}
	if limited := cmp.Or(f.limited, set.ofDefault(p, at)); limited != nil {
		p.Safe(at, p.Source(use.call.Fun), verdict.Limited, limited.Pos())
		return
	}
	f.replaced()
	f.doubts = append(f.doubts, use.doubts...)
	if overSocket(p, at) {
		f.doubt(verdict.Endpoint, at)
	}
	reportClient(p, made, use.call, f.doubts)
}

// ofDefault returns where the package sets a limit on what the client in expr waits by,
// when that is one of the defaults of net/http.
func (t *settings) ofDefault(p *check.Pass, expr ast.Expr) ast.Node {
	if _, ok := expr.(*ast.SelectorExpr); ok && t.client != nil {
		return t.client
	}
	if t.transport == nil {
		return nil
	}
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	if lit, ok := expr.(*ast.CompositeLit); ok {
		if own := litField(lit, "Transport"); own != nil && !p.TypesInfo.Types[own].IsNil() && !mentionsHTTP(p.TypesInfo, own, "DefaultTransport") {
			return nil
		}
	}
	return t.transport
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
		fn := callmatch.Callee(p.TypesInfo, n)
		if catalog.HTTPClientCalls[callmatch.Name(fn)] {
			return true
		}
		if fn != nil && fn.Pkg() == p.Pkg {
			return false // what it returns is followed from where it is made
		}
	case *ast.CompositeLit:
		if !callmatch.IsType(p.TypesInfo.TypeOf(n), httpClient) {
			return false
		}
	}
	return httplimits.Of(p.Pass).Made(cur.Node().(ast.Expr)) == httplimits.Client
}

func reportDefaultCall(p *check.Pass, set *settings, cur inspector.Cursor, call *ast.CallExpr) {
	if limited := cmp.Or(set.client, set.transport); limited != nil {
		p.Safe(call.Fun, p.Name(call.Fun), verdict.Limited, limited.Pos())
		return
	}
	p.Report(check.Finding{
		At: call.Fun,
		Message: fmt.Sprintf("%s never returns when %s accepts and does not respond: the call has no timeout",
			p.Name(call.Fun), peer(p, call.Args[0])),
		Doubts: requestDoubts(p, cur, call),
		Fix:    fixDefaultCall(p, cur, call),
	})
}

func reportClient(p *check.Pass, made inspector.Cursor, use *ast.CallExpr, doubts []check.Doubt) {
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
		Message: fmt.Sprintf("%[2]s%[3]s never returns when the server does not respond: %[1]s has no Timeout, and the request has no deadline",
			what, p.Source(use.Fun), where),
		Trace:  []check.Hop{{Pos: use.Pos(), Message: "request without a deadline"}},
		Doubts: doubts,
		Fix:    fixClient(p, made, use),
	})
}

// peer describes what a URL argument leads to, in few words.
func peer(p *check.Pass, url ast.Expr) string {
	if text := p.Source(url); len(text) <= 40 && isName(url) {
		return text
	}
	return "the server"
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
