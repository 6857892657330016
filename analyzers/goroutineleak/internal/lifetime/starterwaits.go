package lifetime

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// starterWaits reports whether the last that the function does that starts the goroutine is
// to wait until one of those signals, on a channel of the function's own, that it has
// ended: they are what the function is for, and it serves for as long as they do.
//
//	for _, conn := range conns {
//		go func() { serve(conn); fail <- true }()
//	}
//	<-fail
//
// By syntax, since what follows a loop without an end is not in the SSA form.
func starterWaits(p *check.Pass, start ssaflow.Start) bool {
	cur, ok := ssainstr.CursorAt(p, start.Instr.Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		lit, ok := c.Node().(*ast.GoStmt).Call.Fun.(*ast.FuncLit)
		return ok && sendsLast(p.TypesInfo, lit, lastReceived(p.TypesInfo, syntax.OutermostFunc(c)))
	}
	return false
}

// lastReceived returns the local variable from which a function receives in its last
// statement, nil if it does not.
func lastReceived(info *types.Info, fn ast.Node) types.Object {
	decl, ok := fn.(*ast.FuncDecl)
	if !ok || decl.Body == nil || len(decl.Body.List) == 0 {
		return nil
	}
	var last ast.Expr
	switch stmt := decl.Body.List[len(decl.Body.List)-1].(type) {
	case *ast.ExprStmt:
		last = stmt.X
	case *ast.ReturnStmt:
		if len(stmt.Results) == 1 {
			last = stmt.Results[0]
		}
	}
	receive, ok := last.(*ast.UnaryExpr)
	if !ok || receive.Op != token.ARROW {
		return nil
	}
	v := syntax.LocalVariable(info, receive.X)
	if v == nil {
		return nil
	}
	return v
}

// sendsLast reports whether the last statement of a literal sends on the channel: in its
// loop it would continue after that.
func sendsLast(info *types.Info, lit *ast.FuncLit, channel types.Object) bool {
	if channel == nil || len(lit.Body.List) == 0 {
		return false
	}
	send, ok := lit.Body.List[len(lit.Body.List)-1].(*ast.SendStmt)
	return ok && types.Object(syntax.LocalVariable(info, send.Chan)) == channel
}
