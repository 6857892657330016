package intent

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// AtTheEndOf returns where code at cur is shown to run when something ends, going by
// a defer statement or a name, and so may be right not to hang on a context of the work
// around it.
func AtTheEndOf(p *check.Pass, cur inspector.Cursor) (token.Pos, bool) {
	for c := range cur.Enclosing() {
		name := ""
		switch n := c.Node().(type) {
		case *ast.DeferStmt:
			return n.Pos(), true
		case *ast.FuncLit:
			name = literalName(p, c)
		case *ast.FuncDecl:
			name = n.Name.Name
		}
		if name != "" && AtTheEnd(name) {
			return c.Node().Pos(), true
		}
	}
	return token.NoPos, false
}

// InGoroutine reports whether code at cur runs in a goroutine that the function
// around it starts, and so may outlive that function.
func InGoroutine(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.GoStmt)(nil)) {
		return true
	}
	return false
}

// literalName returns what a function literal is known by: the field or variable
// it is assigned to, or the function it is given to.
func literalName(p *check.Pass, lit inspector.Cursor) string {
	switch parent := lit.Parent().Node().(type) {
	case *ast.CallExpr:
		if fn := callmatch.Callee(p.TypesInfo, parent); fn != nil && parent.Fun != lit.Node() {
			return fn.Name()
		}
	case *ast.KeyValueExpr:
		if key, ok := parent.Key.(*ast.Ident); ok {
			return key.Name
		}
	case *ast.AssignStmt:
		if i := slices.Index(parent.Rhs, ast.Expr(lit.Node().(*ast.FuncLit))); i >= 0 && i < len(parent.Lhs) {
			switch lhs := parent.Lhs[i].(type) {
			case *ast.Ident:
				return lhs.Name
			case *ast.SelectorExpr:
				return lhs.Sel.Name
			}
		}
	}
	return ""
}

// AtTheEnd reports whether a function of that name runs when work ends.
func AtTheEnd(name string) bool {
	return slices.ContainsFunc(catalog.Words(name), func(w string) bool {
		return catalog.CleanupWords[w] || catalog.AfterlifeWords[w]
	})
}
