// Package logging knows the statements that only log.
package logging

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Call returns the call of a statement that logs or prints, nil for other statements.
func Call(p *check.Pass, stmt ast.Stmt) *ast.CallExpr {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if callmatch.IsBuiltin(p.TypesInfo, call, "println") || callmatch.IsBuiltin(p.TypesInfo, call, "print") {
		return call
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if exits, _ := ssainstr.Ending(p, call); exits || fn == nil || fn.Pkg() == nil || catalog.Words(fn.Name())[0] == "panic" {
		return nil
	}
	own := syntax.IndexDecl(p, fn)
	if own == nil && (catalog.LogPackages[fn.Pkg().Path()] || catalog.LogsByName(fn.Name())) || catalog.Prints[callmatch.Name(fn)] {
		return call
	}
	if own != nil && own.Body != nil && catalog.LogsByName(fn.Name()) && !MayExit(p, own.Body) {
		return call
	}
	return nil
}

// MayExit reports whether a body has a call that ends the process.
func MayExit(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			exits, _ := ssainstr.Ending(p, call)
			found = exits || callmatch.IsBuiltin(p.TypesInfo, call, "panic")
		}
		return !found
	})
	return found
}
