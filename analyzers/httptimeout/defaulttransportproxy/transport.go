package defaulttransportproxy

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

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
