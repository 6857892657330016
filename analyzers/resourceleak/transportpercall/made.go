package transportpercall

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/transports"
)

// A transport is where one is made.
type transport struct {
	expr ast.Expr
	lit  *ast.CompositeLit // nil for a clone, and for one of another package
	cur  inspector.Cursor
	by   *types.Func // of another package, that makes it in each call; nil else
	idle bool        // it closes connections that are not used for a while
}

// literals returns the places at which the package makes a transport, by the position that the
// SSA form has for them.
func literals(p *check.Pass) map[token.Pos]*transport {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	made := make(map[token.Pos]*transport)
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CompositeLit:
			if callmatch.TypeName(p.TypesInfo.TypeOf(n)) == "net/http.Transport" && !p.Quiet(n.Pos()) {
				made[n.Lbrace] = &transport{expr: n, lit: n, cur: cur, idle: astindex.LitField(n, "IdleConnTimeout") != nil}
			}
		case *ast.CallExpr:
			if t := called(p, n); t != nil && !p.Quiet(n.Pos()) {
				t.cur = cur
				made[n.Lparen] = t
			}
		}
	}
	return made
}

// called returns the transport that a call makes: a clone, or what a function of another package makes in
// each call. Those of this package are followed from where they make it.
func called(p *check.Pass, call *ast.CallExpr) *transport {
	fn := callmatch.Callee(p.TypesInfo, call)
	if callmatch.Name(fn) == "(*net/http.Transport).Clone" {
		return &transport{expr: call, idle: true}
	}
	if fn == nil || fn.Pkg() == p.Pkg {
		return nil
	}
	if fact := transports.Of(p.Pass).Makes(fn); fact != nil {
		return &transport{expr: call, by: fn, idle: fact.Idle}
	}
	return nil
}

// sets reports whether the literal, or an assignment in the function, sets a field of a transport.
func sets(p *check.Pass, t *transport, decl *ast.FuncDecl, field string) bool {
	if t.lit != nil && astindex.LitField(t.lit, field) != nil {
		return true
	}
	found := false
	ast.Inspect(decl, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return !found
		}
		for _, lhs := range assign.Lhs {
			sel, ok := lhs.(*ast.SelectorExpr)
			found = found || ok && sel.Sel.Name == field && callmatch.TypeName(p.TypesInfo.TypeOf(sel.X)) == "net/http.Transport"
		}
		return !found
	})
	return found
}
