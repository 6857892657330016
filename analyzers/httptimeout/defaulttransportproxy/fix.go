package defaulttransportproxy

import (
	"cmp"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
)

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
