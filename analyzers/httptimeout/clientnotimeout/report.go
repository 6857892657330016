package clientnotimeout

import (
	"cmp"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

func reportDefaultCall(p *check.Pass, set *valueflow.Settings, cur inspector.Cursor, call *ast.CallExpr) {
	if limited := cmp.Or(set.Client, set.Transport); limited != nil {
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

func reportClient(p *check.Pass, made inspector.Cursor, r *request) {
	what := "http.Client"
	switch n := made.Node().(type) {
	case *ast.SelectorExpr:
		what = p.Source(n)
	case *ast.CallExpr:
		if callmatch.Callee(p.TypesInfo, n) != nil {
			what = "the client of " + p.Source(n.Fun)
		}
	}
	use, where, deadline := r.call, "", "the request has no deadline"
	if r.given {
		deadline = "only its caller may give the request a deadline"
	}
	if p.Line(use.Pos()) != p.Line(made.Node().Pos()) {
		where = " at " + p.Where(use.Pos(), made.Node().Pos())
	}
	p.Report(check.Finding{
		At: made.Node().(ast.Expr),
		Message: fmt.Sprintf("%[2]s%[3]s never returns when the server does not respond: %[1]s has no Timeout, and %[4]s",
			what, p.Source(use.Fun), where, deadline),
		Trace:  []check.Hop{{Pos: use.Pos(), Message: "request without a deadline"}},
		Doubts: r.doubts,
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
