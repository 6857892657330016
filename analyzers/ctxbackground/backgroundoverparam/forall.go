package backgroundoverparam

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// forAll returns where the method around a root context makes sure that it alone does the work, and leaves
// the result to all callers: one of them that is canceled would take it from the others.
//
//	m.mu.Lock()
//	if m.active == nil {
//		m.active, err = m.find(context.Background())
//	}
//	m.mu.Unlock()
//
// The lock, or the flag of a compare-and-swap, is a field of the receiver, and so is what gets the result.
func forAll(p *check.Pass, root inspector.Cursor) token.Pos {
	decl, recv := methodAround(p, root)
	if recv == nil {
		return token.NoPos
	}
	held := token.NoPos
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if !ok || n.End() > root.Node().Pos() || !ofField(p, sel.X, recv) {
				return true
			}
			switch sel.Sel.Name {
			case "Lock", "CompareAndSwap":
				held = n.Pos()
			case "Unlock":
				held = token.NoPos
			}
		}
		return true
	})
	if !held.IsValid() || !keepsAfter(p, decl, recv, root.Node().Pos()) {
		return token.NoPos
	}
	return held
}

// methodAround returns the method around cur, and its receiver; nil in functions and literals.
func methodAround(p *check.Pass, cur inspector.Cursor) (*ast.FuncDecl, types.Object) {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := c.Node().(*ast.FuncDecl)
		if !ok || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
			return nil, nil
		}
		return decl, p.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
	}
	return nil, nil
}

// ofField reports whether an expression is a field of a value, and not the value itself.
func ofField(p *check.Pass, expr ast.Expr, of types.Object) bool {
	_, direct := ast.Unparen(expr).(*ast.Ident)
	return !direct && callmatch.Root(p.TypesInfo, expr) == of
}

// keepsAfter reports whether a method writes a field of its receiver after pos, or calls what stores something
// in one.
func keepsAfter(p *check.Pass, decl *ast.FuncDecl, recv types.Object, pos token.Pos) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				found = found || n.End() > pos && ofField(p, lhs, recv)
			}
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			found = found || ok && n.Pos() > pos && sel.Sel.Name == "Store" && ofField(p, sel.X, recv)
		}
		return !found
	})
	return found
}
