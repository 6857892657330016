package explicitorder

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// watches returns the statement of a body that waits for a context to end.
func watches(p *check.Pass, body *ast.BlockStmt) ast.Stmt {
	for _, stmt := range body.List {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			continue
		}
		recv, ok := ast.Unparen(expr.X).(*ast.UnaryExpr)
		if !ok || recv.Op != token.ARROW {
			continue
		}
		if call, ok := ast.Unparen(recv.X).(*ast.CallExpr); ok && callmatch.CalleeName(p.TypesInfo, call) == "(context.Context).Done" {
			return stmt
		}
		if v := syntax.VariableOf(p, recv.X); v != nil && callmatch.IsSignals(v.Type()) {
			return stmt
		}
	}
	return nil
}

// leavesProcess reports whether a body ends the process.
func leavesProcess(p *check.Pass, body *ast.BlockStmt) bool {
	leaves := false
	syntax.InOwn(body, func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok && ssainstr.Exits(p, call) {
			leaves = true
		}
	})
	return leaves
}

// onlySignals reports whether a literal does no more than tell others to end:
// it closes channels, cancels contexts, and logs.
func onlySignals(p *check.Pass, fun ast.Expr) bool {
	lit, ok := ast.Unparen(fun).(*ast.FuncLit)
	if !ok {
		return false
	}
	only := true
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || p.TypesInfo.Types[call.Fun].IsBuiltin() || p.TypesInfo.Types[call.Fun].IsType() {
			return only
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		switch {
		case fn == nil:
			only = only && catalog.CancelTypes[callmatch.TypeName(p.TypesInfo.TypeOf(call.Fun))]
		case fn.Pkg() == nil || !catalog.LogPackages[fn.Pkg().Path()] && !catalog.SilentPackages[fn.Pkg().Path()]:
			only = false
		}
		return only
	})
	return only
}
