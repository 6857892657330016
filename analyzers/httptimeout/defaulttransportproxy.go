package httptimeout

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

var defaultTransportProxy = &check.Check{
	Slug:       "default-transport-proxy",
	Title:      "reverse proxy uses http.DefaultTransport, which waits for a hung upstream for ever",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Imports:    []string{"net/http/httputil"},
	Run:        runDefaultTransportProxy,
}

const (
	reverseProxy   = "net/http/httputil.ReverseProxy"
	proxyTransport = reverseProxy + ".Transport"
)

// runDefaultTransportProxy reports
//
//	proxy := httputil.NewSingleHostReverseProxy(target) // and no proxy.Transport = …
//	proxy := &httputil.ReverseProxy{Rewrite: …}         // no Transport
//
// Silent when it goes to this machine, when the Transport is set later, when the proxy leaves for code that
// could set it (a parameter, another package, a field or variable that some
// Transport in the package is set through), and when the package changes
// http.DefaultTransport itself.
func runDefaultTransportProxy(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var set *settings // built when the first proxy turns up
	nodes := []ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)}
	for cur := range in.Root().Preorder(nodes...) {
		made, name, ok := bareProxy(p.TypesInfo, cur)
		if !ok || p.Quiet(made.Node().Pos()) {
			continue
		}
		if set == nil {
			set = findSettings(p, in, reverseProxy, map[string]bool{proxyTransport: true})
		}
		if set.global || !set.never(p, made) || toItself(p, made) {
			continue
		}
		p.Report(check.Finding{
			At: made.Node().(ast.Expr),
			Message: fmt.Sprintf("%s leaves Transport unset, so %s goes through http.DefaultTransport: an upstream that hangs holds every request to it for ever",
				name, target(p, made)),
			Fix: fixProxy(p, made),
		})
	}
}

// toItself reports whether a proxy goes to this machine only: to another server of
// the same program, say.
func toItself(p *check.Pass, made inspector.Cursor) bool {
	if call, ok := made.Node().(*ast.CallExpr); ok {
		return isLocalAddr(p, call.Args[0])
	}
	found, others := false, false
	ast.Inspect(made.Node(), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && callmatch.CalleeName(p.TypesInfo, call) == "(*net/http/httputil.ProxyRequest).SetURL" {
			local := isLocalAddr(p, call.Args[0])
			found, others = true, others || !local
		}
		return true
	})
	return found && !others
}

// bareProxy reports whether cur makes a ReverseProxy without a Transport. It
// returns the expression that yields the proxy, with its & if it has one.
func bareProxy(info *types.Info, cur inspector.Cursor) (inspector.Cursor, string, bool) {
	switch n := cur.Node().(type) {
	case *ast.CallExpr:
		name := callmatch.CalleeName(info, n)
		if !catalog.ProxyConstructors[name] {
			return cur, "", false
		}
		return cur, "httputil.NewSingleHostReverseProxy", true
	case *ast.CompositeLit:
		if !callmatch.IsType(info.TypeOf(n), reverseProxy) || litField(n, "Transport") != nil {
			return cur, "", false
		}
		if len(n.Elts) > 0 && !isKeyed(n) {
			return cur, "", false
		}
		if amp, ok := cur.Parent().Node().(*ast.UnaryExpr); ok && amp.Op == token.AND {
			cur = cur.Parent()
		}
		return cur, "httputil.ReverseProxy", true
	}
	return cur, "", false
}

// target names what the finding is about: the variable, or the proxy itself.
func target(p *check.Pass, made inspector.Cursor) string {
	if lhs := localvar.Target(made); lhs != nil {
		return p.Source(lhs)
	}
	return "it"
}

// fixProxy gives the proxy a transport with limits: a line in the literal, or
// an assignment behind the constructor.
func fixProxy(p *check.Pass, made inspector.Cursor) *edit.Fix {
	const changes = "an upstream must accept within 3s and begin to answer within the transport's limits"
	e := p.Edit(made.Node().Pos())
	transport := e.Import(made.Node().Pos(), p.Lifecycle(), "lifecycle") + ".DefaultTransport"
	switch n := made.Node().(type) {
	case *ast.UnaryExpr:
		insertField(e, n.X.(*ast.CompositeLit), "Transport", transport)
	case *ast.CompositeLit:
		insertField(e, n, "Transport", transport)
	default:
		assignBehind(p, e, made, "proxy", [][2]string{{"Transport", transport}})
	}
	return e.Fix("Set Transport to "+transport, changes)
}
