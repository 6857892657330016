// Package defaulttransportproxy is the check httptimeout/default-transport-proxy: reverse
// proxy blocks forever when its upstream does not respond.
package defaulttransportproxy

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed defaulttransportproxy.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "default-transport-proxy",
	Title:      "reverse proxy blocks forever when its upstream does not respond",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"net/http/httputil"},
	Pages:      pages,
	Run:        run,
}

const reverseProxy = string(httplimits.Proxy)

// run reports
//
//	proxy := httputil.NewSingleHostReverseProxy(target) // and no proxy.Transport = …
//	proxy := &httputil.ReverseProxy{Rewrite: …}         // no Transport
//	proxy := &httputil.ReverseProxy{Transport: http.DefaultTransport}
//
// and any other Transport that is known to wait for a response without a limit. The proxy
// is followed through the package to where another one may be set. Safe where all requests
// that the package passes to its proxies get a deadline.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var set *valueflow.Settings // built when the first proxy turns up
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		if call, ok := cur.Node().(*ast.CallExpr); ok && valueflow.MadeByModule(p, call) || p.Quiet(cur.Node().Pos()) {
			continue
		}
		made := valueflow.WithAmpersand(cur)
		if httplimits.Of(p.Pass).Made(made.Node().(ast.Expr)) != httplimits.Proxy {
			continue
		}
		if set == nil {
			set = valueflow.FindSettings(p, in)
		}
		judgeProxy(p, set, made)
	}
}

func judgeProxy(p *check.Pass, set *valueflow.Settings, made inspector.Cursor) {
	at := made.Node().(ast.Expr)
	f := valueflow.Follow(p, set, made, reverseProxy)
	if f.Limited == nil && !ownTransport(p, made) {
		f.Limited = set.Transport
	}
	if f.Limited != nil {
		p.Safe(at, target(p, made), verdict.Limited, f.Limited.Pos())
		return
	}
	if at := limitedRequests(p); at.IsValid() && localvar.Target(made) != nil {
		p.Safe(made.Node(), target(p, made), verdict.Limited, at)
		return
	}
	if toItself(p, made) {
		f.Doubt(verdict.Endpoint, at)
	}
	finding := check.Finding{At: at, Message: proxyMessage(p, made), Doubts: f.Doubts, Fix: fixProxy(p, made)}
	if ownTransport(p, made) {
		finding.At = transportOf(p, made)
	}
	p.Report(finding)
}

func proxyMessage(p *check.Pass, made inspector.Cursor) string {
	name := "httputil.ReverseProxy"
	if call, ok := made.Node().(*ast.CallExpr); ok {
		name = p.Source(call.Fun)
	}
	const hangs = "requests block forever when the upstream does not respond"
	own := transportOf(p, made)
	switch {
	case own == nil || p.TypesInfo.Types[own].IsNil():
		return fmt.Sprintf("%s: %s has no Transport, so that %s uses http.DefaultTransport", hangs, name, target(p, made))
	case ownTransport(p, made):
		return fmt.Sprintf("%s: %s has a Transport without ResponseHeaderTimeout", hangs, name)
	}
	return fmt.Sprintf("%s: %s uses http.DefaultTransport, which has no ResponseHeaderTimeout", hangs, name)
}

// target names what the finding is about: the variable, or the proxy itself.
func target(p *check.Pass, made inspector.Cursor) string {
	if lhs := localvar.Target(made); lhs != nil {
		return p.Source(lhs)
	}
	return "it"
}
