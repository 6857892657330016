package detachedwithouttimeout

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
)

// requests looks for what sends a request.
type requests struct {
	p    *check.Pass
	seen map[*types.Var]bool
	sent token.Pos // by a client with a limit
	open bool      // by another one, or by code that is not known
}

// timedOut returns where a request that is made with the context is sent, by clients whose Timeout ends it;
// no position where another one may send it.
//
//	req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), …)
//	…
//	resp, err := s.client.Do(req) // made with Timeout: 5 * time.Second
func timedOut(p *check.Pass, s ctxflow.Sink) token.Pos {
	if s.Fn == nil || catalog.ContextBound[callmatch.Name(s.Fn)] != "request" {
		return token.NoPos
	}
	assign, ok := s.Call.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return token.NoPos
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return token.NoPos
	}
	r := &requests{p: p, seen: make(map[*types.Var]bool)}
	if v, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
		r.follow(astindex.DeclAround(s.Call), v, 3)
	}
	if r.open {
		return token.NoPos
	}
	return r.sent
}

// follow looks at the uses of a variable that holds the request, in the declaration around it.
func (r *requests) follow(decl ast.Node, v *types.Var, depth int) {
	if r.seen[v] || decl == nil {
		return
	}
	r.seen[v] = true
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr: // req.Header
			id, ok := n.X.(*ast.Ident)
			return !ok || r.p.TypesInfo.Uses[id] != types.Object(v)
		case *ast.CallExpr:
			for i, arg := range n.Args {
				if id, ok := ast.Unparen(arg).(*ast.Ident); ok && r.p.TypesInfo.Uses[id] == types.Object(v) {
					r.passed(n, i, depth)
				}
			}
		case *ast.ReturnStmt, *ast.CompositeLit:
			r.open = r.open || names(r.p, n, v)
		case *ast.AssignStmt:
			for _, rhs := range n.Rhs {
				id, ok := ast.Unparen(rhs).(*ast.Ident)
				r.open = r.open || ok && r.p.TypesInfo.Uses[id] == types.Object(v)
			}
		}
		return true
	})
}

// passed looks at a call that gets the request.
func (r *requests) passed(call *ast.CallExpr, i, depth int) {
	fn := callmatch.Callee(r.p.TypesInfo, call)
	if callmatch.Name(fn) == "(*net/http.Client).Do" {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && httplimits.Of(r.p.Pass).Limited(sel.X) {
			r.sent = call.Pos()
			return
		}
	}
	decl := astindex.Of(r.p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil || depth == 0 || i >= fn.Signature().Params().Len() {
		r.open = true
		return
	}
	r.follow(decl, fn.Signature().Params().At(i), depth-1)
}

// names reports whether a variable itself is a result, or an element of a literal.
func names(p *check.Pass, n ast.Node, v *types.Var) bool {
	var list []ast.Expr
	switch n := n.(type) {
	case *ast.ReturnStmt:
		list = n.Results
	case *ast.CompositeLit:
		list = n.Elts
	}
	for _, expr := range list {
		if kv, ok := expr.(*ast.KeyValueExpr); ok {
			expr = kv.Value
		}
		if id, ok := ast.Unparen(expr).(*ast.Ident); ok && p.TypesInfo.Uses[id] == types.Object(v) {
			return true
		}
	}
	return false
}
