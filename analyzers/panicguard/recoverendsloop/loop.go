package recoverendsloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
)

// workLoop returns the loop of a body that does what it receives from a channel to do; nil if there is none, and where
// what it calls recovers from panics itself.
func workLoop(p *check.Pass, body *ast.BlockStmt) ast.Stmt {
	for _, stmt := range body.List {
		if labeled, ok := stmt.(*ast.LabeledStmt); ok {
			stmt = labeled.Stmt
		}
		if block := work(p, stmt); block != nil && mayPanic(p, block) {
			return stmt
		}
	}
	return nil
}

// work returns the statements of a loop that follow a receive: the body of a range over a channel, or all of a loop
// without a condition that has a receive in it.
func work(p *check.Pass, stmt ast.Stmt) *ast.BlockStmt {
	switch loop := stmt.(type) {
	case *ast.RangeStmt:
		if _, ok := p.TypesInfo.TypeOf(loop.X).Underlying().(*types.Chan); ok {
			return loop.Body
		}
	case *ast.ForStmt:
		if loop.Cond == nil && receives(loop.Body) {
			return loop.Body
		}
	}
	return nil
}

func receives(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if _, lit := n.(*ast.FuncLit); lit {
			return false
		}
		recv, ok := n.(*ast.UnaryExpr)
		found = found || ok && recv.Op == token.ARROW
		return !found
	})
	return found
}

// mayPanic reports whether statements call a function value, an interface or a function of the package that recovers from
// no panic of its own. What other packages do with a log entry, a context or a time is not what a guard is there for.
func mayPanic(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			return !recovers.Of(p.Pass).Guards(lit.Body)
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		tv := p.TypesInfo.Types[call.Fun]
		fn := callmatch.Callee(p.TypesInfo, call)
		_, literal := ast.Unparen(call.Fun).(*ast.FuncLit)
		switch {
		case tv.IsType() || tv.IsBuiltin() || literal:
		case fn == nil:
			found = true
		case fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()):
			found = !catalog.LogsByName(fn.Name()) && fn.Pkg() != nil && fn.Pkg().Path() != "context"
		default:
			found = fn.Pkg() == p.Pkg && !recovers.Of(p.Pass).Func(fn).Guarded
		}
		return !found
	})
	return found
}
