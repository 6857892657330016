// Package missingrequestid is the check tracing/missing-request-id: headers are forwarded
// to another service without a request ID.
package missingrequestid

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed missingrequestid.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of tracing.
//
// Opt-in, because a platform may do without request IDs, or make them in front
// of the program, which cannot be seen from here.
var Check = &check.Check{
	Slug:       "missing-request-id",
	Title:      "headers are forwarded to another service without a request ID",
	Severity:   check.Low,
	Confidence: check.OptIn,
	Since:      "0.1.0",
	Imports:    []string{"net/http"},
	Pages:      pages,
	Run:        run,
}

const proxyType = "net/http/httputil.ReverseProxy"

// run reports
//
//	proxy.Director = func(r *http.Request) { r.Header.Set("X-Workspace", …) }
//	out.Header.Set("Authorization", in.Header.Get("Authorization"))
//
// when the function sets headers and none of those that identify a request. A
// reverse proxy does pass on an ID that came in; what is missing is one when none
// did. Silent when a tracing library, or a function that is called, does it.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.CompositeLit)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if isRewriter(callmatch.Field(p.TypesInfo, lhs), ownerOf(p, lhs)) && len(n.Lhs) == len(n.Rhs) {
					reportProxy(p, cur, n.Rhs[i])
				}
			}
		case *ast.CompositeLit:
			if callmatch.IsType(p.TypesInfo.TypeOf(n), proxyType) {
				for _, elt := range n.Elts {
					if kv, ok := elt.(*ast.KeyValueExpr); ok && isRewriterKey(p, kv.Key) {
						reportProxy(p, cur, kv.Value)
					}
				}
			}
		case *ast.FuncDecl:
			if n.Body != nil {
				reportClient(p, n.Body)
			}
		case *ast.FuncLit:
			reportClient(p, n.Body)
		}
	}
}

func reportProxy(p *check.Pass, cur inspector.Cursor, value ast.Expr) {
	body, at := rewriter(p, value)
	if body == nil || isWrapped(p, cur) {
		return
	}
	s := headersIn(p, body)
	if s.identified || len(s.set) == 0 {
		return
	}
	p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("log entries of the upstream cannot be correlated with these: the proxy sets %s, but no X-Request-ID when the request has none",
			s.names()),
		Fix: fixProxy(p, cur, value),
	})
}

// reportClient handles a function that copies single headers of the request it
// got to one that it sends.
func reportClient(p *check.Pass, body *ast.BlockStmt) {
	s := headersIn(p, body)
	if s.identified || len(s.copied) == 0 {
		return
	}
	last := s.copied[len(s.copied)-1]
	p.Report(check.Finding{
		At: last.call,
		Message: fmt.Sprintf("log entries of the called service cannot be correlated with these: %s of the incoming request is forwarded, but not X-Request-ID",
			last.name),
		Fix: fixClient(p, last),
	})
}

// rewriter returns the body of a Director or Rewrite function and what to mark.
func rewriter(p *check.Pass, value ast.Expr) (*ast.BlockStmt, ast.Node) {
	if lit, ok := ast.Unparen(value).(*ast.FuncLit); ok {
		return lit.Body, lit.Type
	}
	if decl := declOf(p, callmatch.Func(p.TypesInfo, value)); decl != nil {
		return decl.Body, value
	}
	return nil, nil
}

func isRewriterKey(p *check.Pass, key ast.Expr) bool {
	id, ok := key.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	return ok && isRewriter(v, proxyType)
}

func isRewriter(field *types.Var, owner string) bool {
	return field != nil && owner == proxyType && (field.Name() == "Director" || field.Name() == "Rewrite")
}

func ownerOf(p *check.Pass, expr ast.Expr) string {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return callmatch.TypeName(p.TypesInfo.TypeOf(sel.X))
}
