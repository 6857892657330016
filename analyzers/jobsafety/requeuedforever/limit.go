package requeuedforever

import (
	"go/ast"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// limitOf returns where the package limits how often a message is delivered.
func limitOf(in *inspector.Inspector) token.Pos {
	for cur := range in.Root().Preorder((*ast.BasicLit)(nil), (*ast.Ident)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && catalog.DeliveryLimits[s] {
				return n.Pos()
			}
		case *ast.Ident:
			if catalog.DeliveryLimits[n.Name] {
				return n.Pos()
			}
		}
	}
	return token.NoPos
}

// counted returns where the function looks, ahead of cur, at how often the message has come.
func counted(p *check.Pass, cur inspector.Cursor) token.Pos {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range fn.Preorder((*ast.SelectorExpr)(nil)) {
			if sel := c.Node().(*ast.SelectorExpr); sel.Pos() < cur.Node().Pos() && catalog.DeliveryCounts[sel.Sel.Name] {
				return sel.Pos()
			}
		}
	}
	return token.NoPos
}

// declares returns where the package declares a queue.
func declares(p *check.Pass) token.Pos {
	for fn, calls := range astindex.Of(p.Pass).Calls {
		if catalog.QueueDeclares[callmatch.Name(fn)] && len(calls) > 0 {
			return calls[0].Expr.Pos()
		}
	}
	return token.NoPos
}
