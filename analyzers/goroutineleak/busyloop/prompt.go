package busyloop

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// prompt reports whether a statement takes no time and compares no number.
func (s *spin) prompt(stmt ast.Stmt) bool {
	soon := true
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.SendStmt, *ast.GoStmt:
			soon = false
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			soon = soon && !measures(n)
		case *ast.UnaryExpr:
			soon = soon && n.Op != token.ARROW
		case *ast.CallExpr:
			fn := callmatch.Callee(s.p.TypesInfo, n)
			soon = soon && (s.quick(n) || fn != nil && (s.foreign(fn) && !catalog.CommandWaits[callmatch.Name(fn)] || s.returnsSoon(fn)))
		}
		return soon
	})
	return soon
}

// measures reports whether a comparison is of numbers or times, which may be a limit.
func measures(bin *ast.BinaryExpr) bool {
	switch bin.Op {
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		return true
	}
	return false
}
