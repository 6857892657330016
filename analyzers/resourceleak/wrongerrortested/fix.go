package wrongerrortested

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// readIn reports whether the branch of an if statement reads a variable, and does not only assign to it.
func readIn(p *check.Pass, cur inspector.Cursor, v *types.Var) bool {
	body, _ := cur.FindNode(cur.Node().(*ast.IfStmt).Body)
	for use := range body.Preorder((*ast.Ident)(nil)) {
		kind, _ := use.ParentEdge()
		if p.TypesInfo.Uses[use.Node().(*ast.Ident)] == v && kind != edge.AssignStmt_Lhs {
			return true
		}
	}
	return false
}

// fix tests the error of the call.
func fix(p *check.Pass, stmt *ast.IfStmt, call *ast.CallExpr, made *types.Var) *edit.Fix {
	e := p.Edit(stmt.Pos())
	tested := ast.Unparen(stmt.Cond).(*ast.BinaryExpr).X
	e.Replace(tested.Pos(), tested.End(), made.Name())
	return e.Fix("Test "+made.Name(), fmt.Sprintf("the branch runs where %s fails", p.Name(call.Fun)))
}
