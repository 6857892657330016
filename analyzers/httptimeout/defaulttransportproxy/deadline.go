package defaulttransportproxy

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// limitedRequests returns where the requests that the package passes to its proxies get a
// deadline, token.NoPos if some of them get none, or none are passed on by a call.
//
//	ctx, cancel := context.WithTimeout(r.Context(), timeout)
//	defer cancel()
//	proxy.ServeHTTP(w, r.WithContext(ctx))
func limitedRequests(p *check.Pass) token.Pos {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	limited := token.NoPos
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		if callmatch.CalleeName(p.TypesInfo, cur.Node().(*ast.CallExpr)) != "(*net/http/httputil.ReverseProxy).ServeHTTP" {
			continue
		}
		for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			limited = deadlineIn(p, fn, cur.Node().Pos())
			break
		}
		if !limited.IsValid() {
			return token.NoPos
		}
	}
	return limited
}

// deadlineIn returns where a function gives a request a context with a deadline, before pos.
func deadlineIn(p *check.Pass, fn inspector.Cursor, pos token.Pos) token.Pos {
	deadline, given := token.NoPos, false
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		name := callmatch.CalleeName(p.TypesInfo, call)
		if call.Pos() < pos && catalog.ContextEnds[name] == "deadline" {
			deadline = call.Pos()
		}
		given = given || deadline.IsValid() && (name == "(*net/http.Request).WithContext" || name == "(*net/http.Request).Clone")
	}
	if !given {
		return token.NoPos
	}
	return deadline
}
