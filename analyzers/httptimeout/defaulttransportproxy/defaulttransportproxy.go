// Package defaulttransportproxy is the check httptimeout/default-transport-proxy: reverse
// proxy blocks forever when its upstream does not respond.
package defaulttransportproxy

import (
	"cmp"
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
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

// transportOf returns the Transport that the literal of a proxy has, or that the function assigns
// to the variable of the proxy, nil if there is none.
func transportOf(p *check.Pass, made inspector.Cursor) ast.Expr {
	proxy := made.Node()
	if amp, ok := proxy.(*ast.UnaryExpr); ok {
		proxy = amp.X
	}
	if lit, ok := proxy.(*ast.CompositeLit); ok {
		if own := astindex.LitField(lit, "Transport"); own != nil {
			return own
		}
	}
	id, ok := localvar.Target(made).(*ast.Ident)
	if !ok {
		return nil
	}
	for fn := range made.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		for cur := range fn.Preorder((*ast.AssignStmt)(nil)) {
			assign := cur.Node().(*ast.AssignStmt)
			if sel, ok := assign.Lhs[0].(*ast.SelectorExpr); ok && len(assign.Lhs) == 1 && sel.Sel.Name == "Transport" && sameVariable(p, sel.X, id) {
				return assign.Rhs[0]
			}
		}
		break
	}
	return nil
}

func sameVariable(p *check.Pass, expr ast.Expr, id *ast.Ident) bool {
	use, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && p.TypesInfo.ObjectOf(use) != nil && p.TypesInfo.ObjectOf(use) == p.TypesInfo.ObjectOf(id)
}

// ownTransport reports whether the Transport of a proxy is one that the package makes.
func ownTransport(p *check.Pass, made inspector.Cursor) bool {
	own := transportOf(p, made)
	if own == nil {
		return false
	}
	switch at := httplimits.Of(p.Pass).Endless(own).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return !valueflow.MentionsHTTP(p.TypesInfo, at, "DefaultTransport")
	}
	return false
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

// toItself reports whether a proxy goes to this machine only: to another server of
// the same program, say.
func toItself(p *check.Pass, made inspector.Cursor) bool {
	if call, ok := made.Node().(*ast.CallExpr); ok {
		return loopbackaddr.Is(p, call.Args[0])
	}
	found, others := false, false
	ast.Inspect(made.Node(), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && callmatch.CalleeName(p.TypesInfo, call) == "(*net/http/httputil.ProxyRequest).SetURL" {
			local := loopbackaddr.Is(p, call.Args[0])
			found, others = true, others || !local
		}
		return true
	})
	return found && !others
}

// target names what the finding is about: the variable, or the proxy itself.
func target(p *check.Pass, made inspector.Cursor) string {
	if lhs := localvar.Target(made); lhs != nil {
		return p.Source(lhs)
	}
	return "it"
}

// fixProxy gives the proxy a transport with limits: a line in the literal, or an assignment
// after the constructor; or the transport that it has a limit.
func fixProxy(p *check.Pass, made inspector.Cursor) *edit.Fix {
	const changes = "an upstream must accept within 3s and begin to respond within the transport's limits"
	if own := transportOf(p, made); own != nil {
		return fixTransport(p, made, httplimits.Of(p.Pass).Endless(own))
	}
	e := p.Edit(made.Node().Pos())
	transport := e.Import(made.Node().Pos(), p.Lifecycle(), "lifecycle") + ".DefaultTransport"
	switch n := made.Node().(type) {
	case *ast.UnaryExpr:
		fixes.InsertField(e, n.X.(*ast.CompositeLit), "Transport", transport)
	case *ast.CompositeLit:
		fixes.InsertField(e, n, "Transport", transport)
	default:
		fixes.AssignBehind(p, e, made, "proxy", [][2]string{{"Transport", transport}})
	}
	return e.Fix("Set Transport to "+transport, changes)
}

// fixTransport gives a transport, made at expr, a limit; http.DefaultTransport is replaced.
func fixTransport(p *check.Pass, proxy inspector.Cursor, expr ast.Expr) *edit.Fix {
	cur, ok := astindex.Find(proxy.Inspector(), expr)
	if !ok || p.Fset.File(expr.Pos()) != p.Fset.File(proxy.Node().Pos()) {
		return nil
	}
	e := p.Edit(expr.Pos())
	own := e.Limit(expr.Pos(), "response")
	limit := func() string {
		if own != "" {
			return own
		}
		return "10 * " + e.Import(expr.Pos(), "time", "time") + ".Second"
	}
	changes := "an upstream must begin to respond within " + cmp.Or(own, "10s")
	switch n := expr.(type) {
	case *ast.CompositeLit:
		if !callmatch.IsType(p.TypesInfo.TypeOf(n), string(httplimits.Transport)) {
			return nil
		}
		fixes.SetField(e, n, "ResponseHeaderTimeout", limit())
	case *ast.CallExpr:
		if callmatch.IsType(p.TypesInfo.TypeOf(n), string(httplimits.Transport)) && callmatch.Callee(p.TypesInfo, n) != nil {
			fixes.AssignBehind(p, e, cur, "transport", [][2]string{{"ResponseHeaderTimeout", limit()}})
		} else if len(n.Args) == 1 && callmatch.Callee(p.TypesInfo, n) == nil { // new(http.Transport)
			e.Replace(n.Pos(), n.Args[0].Pos(), "&")
			e.Replace(n.Args[0].End(), n.End(), "{ResponseHeaderTimeout: "+limit()+"}")
		} else {
			return nil
		}
	default:
		if sel, ok := expr.(*ast.SelectorExpr); ok && !fixes.KeepsHTTP(p, cur, sel) {
			e.Replace(expr.Pos(), expr.End(), "&"+p.Source(sel.X)+".Transport{Proxy: "+p.Source(sel.X)+".ProxyFromEnvironment, ResponseHeaderTimeout: "+limit()+"}")
			return e.Fix("Set Transport to one with ResponseHeaderTimeout", changes)
		}
		transport := e.Import(expr.Pos(), p.Lifecycle(), "lifecycle") + ".DefaultTransport"
		e.Replace(expr.Pos(), expr.End(), transport)
		return e.Fix("Set Transport to "+transport, "an upstream must accept within 3s and begin to respond within the transport's limits")
	}
	return e.Fix("Set ResponseHeaderTimeout to "+cmp.Or(own, "10s"), changes)
}
