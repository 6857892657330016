package defaulttransportproxy

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
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
	limited := token.NoPos
	for cur, to := range calls.All(p.Pass) {
		if to.Name != "(*net/http/httputil.ReverseProxy).ServeHTTP" {
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
	deadline := token.NoPos
	limited := make(map[types.Object]bool) // contexts with a deadline, and what is derived from them
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.CallExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && n.Pos() < pos && hasDeadline(p, n.Rhs[0], limited) {
				limited[p.TypesInfo.ObjectOf(id)] = true
			}
		case *ast.CallExpr:
			name := callmatch.CalleeName(p.TypesInfo, n)
			if (name == "(*net/http.Request).WithContext" || name == "(*net/http.Request).Clone") && hasDeadline(p, n.Args[0], limited) {
				deadline = n.Pos()
			}
		}
	}
	return deadline
}

// hasDeadline reports whether an expression makes a context with a deadline, or is derived from one.
func hasDeadline(p *check.Pass, expr ast.Expr, limited map[types.Object]bool) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, n)] == "deadline"
		case *ast.Ident:
			found = found || limited[p.TypesInfo.ObjectOf(n)]
		}
		return !found
	})
	return found
}
