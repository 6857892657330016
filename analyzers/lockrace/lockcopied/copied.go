package lockcopied

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A copied is how a variable comes to be a copy.
type copied struct {
	at    ast.Node
	what  string
	field *ast.Field    // of a receiver or parameter
	decl  *ast.FuncDecl // that has it
}

// copyOf returns how a variable comes to be a copy of something that others use, nil if it is not one.
func copyOf(p *check.Pass, in *inspector.Inspector, v *types.Var) *copied {
	cur, ok := in.Root().FindByPos(v.Pos(), v.Pos())
	if !ok || p.Quiet(v.Pos()) {
		return nil
	}
	id, ok := cur.Node().(*ast.Ident)
	if !ok || p.TypesInfo.Defs[id] != v {
		return nil
	}
	switch parent := cur.Parent().Node().(type) {
	case *ast.Field:
		return ofField(cur, id, parent)
	case *ast.RangeStmt:
		if parent.Value == id {
			return &copied{at: id, what: "a copy of the element"}
		}
	case *ast.AssignStmt:
		for i, lhs := range parent.Lhs {
			if lhs == id && len(parent.Lhs) == len(parent.Rhs) && stored(parent.Rhs[i]) {
				return &copied{at: id, what: "a copy of " + p.Source(parent.Rhs[i])}
			}
		}
	}
	return nil
}

// ofField returns the copy that a receiver or parameter is.
func ofField(cur inspector.Cursor, id *ast.Ident, field *ast.Field) *copied {
	list, _ := cur.Parent().Parent().Node().(*ast.FieldList)
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			if fn.Recv == list {
				return &copied{at: id, what: "a value receiver", field: field, decl: fn}
			}
			if fn.Type.Params == list {
				return &copied{at: id, what: "passed by value", field: field, decl: fn}
			}
		case *ast.FuncLit:
			if fn.Type.Params == list {
				return &copied{at: id, what: "passed by value"}
			}
		}
		break
	}
	return nil
}

// stored reports whether an expression denotes a value that is stored elsewhere, and not one that
// is made for the assignment.
func stored(expr ast.Expr) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.StarExpr, *ast.IndexExpr, *ast.SelectorExpr, *ast.Ident:
		return true
	case *ast.UnaryExpr:
		return expr.Op == token.ARROW
	}
	return false
}
