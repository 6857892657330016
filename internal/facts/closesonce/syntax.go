package closesonce

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// Unconditional returns the call that a statement makes first of all, whether it
// is the statement, deferred by it, or gives its result to it.
func Unconditional(stmt ast.Stmt) *ast.CallExpr {
	var expr ast.Expr
	switch s := stmt.(type) {
	case *ast.ExprStmt:
		expr = s.X
	case *ast.DeferStmt:
		expr = s.Call
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			expr = s.Rhs[0]
		}
	case *ast.IfStmt:
		if s.Init != nil {
			return Unconditional(s.Init)
		}
	case *ast.ReturnStmt:
		if len(s.Results) == 1 {
			expr = s.Results[0]
		}
	}
	call, _ := expr.(*ast.CallExpr)
	return call
}

// Leaves reports whether a statement may leave the function, or go elsewhere.
func Leaves(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// Sets reports whether n assigns to the path from root, to a prefix of the path, or to root
// itself.
func Sets(info *types.Info, n ast.Node, root *types.Var, path string) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && info.Defs[id] == types.Object(root) {
				return true
			}
			to, part := callmatch.Path(info, lhs)
			if to == root && strings.HasPrefix(path+".", part+".") {
				return true
			}
		}
	case *ast.ValueSpec:
		for _, id := range n.Names {
			if info.Defs[id] == types.Object(root) {
				return true
			}
		}
	case *ast.RangeStmt:
		for _, expr := range []ast.Expr{n.Key, n.Value} {
			if id, ok := expr.(*ast.Ident); ok && info.ObjectOf(id) == types.Object(root) {
				return true
			}
		}
	}
	return false
}
