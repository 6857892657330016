package astindex

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
)

// Find returns the cursor of n. It searches by position, and so takes the time to descend
// to n, where [inspector.Cursor.FindNode] visits the whole package: use it for the
// identifiers in an [Index], of which there may be thousands.
func Find(in *inspector.Inspector, n ast.Node) (inspector.Cursor, bool) {
	cur, ok := in.Root().FindByPos(n.Pos(), n.End())
	for ok && cur.Node() != n {
		if cur = cur.Parent(); cur.Node() == nil || cur.Node().Pos() < n.Pos() {
			ok = false
		}
	}
	if ok {
		return cur, true
	}
	return in.Root().FindNode(n) // its positions are not those of the source
}

// Stmts returns the statements of a block or clause.
func Stmts(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// Statement returns the innermost statement around cur that is in a block or clause, cur itself
// included: lines can be put before and after it.
func Statement(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing() {
		if stmt, ok := c.Node().(ast.Stmt); ok && slices.Contains(Stmts(c.Parent().Node()), stmt) {
			return c, true
		}
	}
	return cur, false
}

// Jumps reports whether a statement of a body, one of a literal apart, jumps or returns.
func Jumps(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt:
			found = true
		}
		return !found
	})
	return found
}

// FileOf returns the file around cur.
func FileOf(cur inspector.Cursor) *ast.File {
	for c := range cur.Enclosing((*ast.File)(nil)) {
		return c.Node().(*ast.File)
	}
	return nil
}

// FuncAround returns the innermost function or literal that encloses cur, cur itself
// excluded.
func FuncAround(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Parent().Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		return c, true
	}
	return cur, false
}

// DeclAround returns the declared function around cur, or the file.
func DeclAround(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.File)(nil)) {
		return c.Node()
	}
	return cur.Node()
}

// LitField returns the value of a field in a literal of a struct, nil if it has none.
func LitField(lit *ast.CompositeLit, field string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == field {
				return kv.Value
			}
		}
	}
	return nil
}
