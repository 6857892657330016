package exitstmt

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// LoopBody returns the body of a loop, nil for other nodes.
func LoopBody(loop ast.Node) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}

// HasDefault reports whether a select has a default case.
func HasDefault(sel *ast.SelectStmt) bool {
	for _, clause := range sel.Body.List {
		if clause.(*ast.CommClause).Comm == nil {
			return true
		}
	}
	return false
}

// LeaveStmt returns the statement that leaves fn at pos; where fn returns an
// error, that is err.
func LeaveStmt(p *check.Pass, fn ast.Node, pos token.Pos, err string) string {
	results := syntax.FuncType(fn).Results
	switch {
	case results == nil:
		return "return"
	case ReturnsError(p.TypesInfo, results):
		return "return " + Others(p, results, pos) + err
	}
	last := results.List[len(results.List)-1]
	return "return " + Others(p, results, pos) + zero(p, last.Type)
}

// OnlyReturnsFollow reports whether a loop is the last of its function but for a
// return.
func OnlyReturnsFollow(loop inspector.Cursor) bool {
	body, ok := loop.Parent().Node().(*ast.BlockStmt)
	if !ok {
		return false
	}
	switch loop.Parent().Parent().Node().(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		i := slices.Index(body.List, loop.Node().(ast.Stmt))
		return !slices.ContainsFunc(body.List[i+1:], func(stmt ast.Stmt) bool { _, ok := stmt.(*ast.ReturnStmt); return !ok })
	}
	return false
}
