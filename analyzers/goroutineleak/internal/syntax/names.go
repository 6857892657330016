package syntax

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// Declared returns the statement that declares a variable with the make at pos,
// and the variable's name.
func Declared(p *check.Pass, pos token.Pos) (ast.Stmt, string) {
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return nil, ""
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Lhs) == 1 && InList(c) {
				return named(n, id.Name, cur)
			}
		case *ast.DeclStmt:
			spec, ok := n.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
			if ok && len(spec.Names) == 1 && InList(c) {
				return named(n, spec.Names[0].Name, cur)
			}
		}
		break
	}
	return nil, ""
}

// named returns the channel that the make at cur makes, for the variable of stmt or for a
// field of the literal that is assigned to it; "" where it is another part.
func named(stmt ast.Stmt, variable string, cur inspector.Cursor) (ast.Stmt, string) {
	for call := range cur.Enclosing((*ast.CallExpr)(nil)) {
		kv, ok := call.Parent().Node().(*ast.KeyValueExpr)
		if !ok {
			if target := localvar.Target(call); target != nil {
				return stmt, variable
			}
			return nil, ""
		}
		lit := call.Parent().Parent()
		if _, ok := lit.Parent().Node().(*ast.UnaryExpr); ok {
			lit = lit.Parent()
		}
		if key, ok := kv.Key.(*ast.Ident); ok && localvar.Target(lit) != nil {
			return stmt, variable + "." + key.Name
		}
		break
	}
	return nil, ""
}

// InList reports whether a statement is in a block or clause, where others
// can be beside it.
func InList(c inspector.Cursor) bool { return astindex.Stmts(c.Parent().Node()) != nil }
