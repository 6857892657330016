package deferinloop

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix makes the body of the loop a function literal that is called in each pass, where nothing
// in the body leaves the pass, the loop or the function.
func fix(p *check.Pass, loop ast.Stmt, stmt *ast.DeferStmt) *edit.Fix {
	body := bodyOf(loop)
	if body == nil || len(body.List) > 12 || leaves(body) {
		return nil
	}
	e := p.Edit(stmt.Pos())
	e.Insert(body.Lbrace+1, "\nfunc() {")
	e.Insert(body.Rbrace, "}()\n")
	return e.Fix("Call a function literal in each pass of the loop", "")
}

func bodyOf(loop ast.Stmt) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}

// leaves reports whether a statement of the body, one of a literal apart, jumps or returns.
func leaves(body *ast.BlockStmt) bool {
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
