package failedconstructor

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// escapes reports whether other code may hold what was opened after n, and close it: a
// literal, a deferred call, a goroutine, a field or variable that is none of the function's
// own, a method value, a channel.
func (c *constructor) escapes(o *opened, n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.SendStmt:
			found = found || c.mentions(o.holders, n)
		case *ast.GoStmt:
			found = found || slices.ContainsFunc(n.Call.Args, func(arg ast.Expr) bool { return c.mentions(o.holders, arg) })
		case *ast.AssignStmt:
			found = found || c.givesAway(o, n)
		case *ast.ExprStmt:
			found = found || c.registers(o, n)
		}
		return !found
	})
	return found
}

// registers reports whether a statement passes what was opened to what keeps it, by the
// name of the function.
//
//	log.SetOutput(f)
func (c *constructor) registers(o *opened, stmt *ast.ExprStmt) bool {
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(c.p.TypesInfo, call)
	return fn != nil && catalog.KeepWords[catalog.Words(fn.Name())[0]] &&
		slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return c.mentions(o.holders, arg) })
}

// givesAway reports whether an assignment puts what was opened where others find it.
func (c *constructor) givesAway(o *opened, assign *ast.AssignStmt) bool {
	return c.assignsTo(o, assign, func(lhs ast.Expr, v *types.Var) bool {
		return v == nil && !isBlank(lhs) || v != nil && v != c.recv && !c.own(v) && !callmatch.IsError(v.Type())
	})
}

// keeps reports whether n puts what was opened into a field of the receiver.
func (c *constructor) keeps(o *opened, n ast.Node) bool {
	assign, ok := n.(*ast.AssignStmt)
	return ok && c.recv != nil && c.assignsTo(o, assign, func(_ ast.Expr, v *types.Var) bool { return v == c.recv })
}

// keptLater reports whether the function puts what was opened into a field of the receiver.
func (c *constructor) keptLater(o *opened) bool {
	found := false
	inOwn(c.body, func(n ast.Node) { found = found || n.Pos() > o.stmt.Pos() && c.keeps(o, n) })
	return found
}

func (c *constructor) assignsTo(o *opened, assign *ast.AssignStmt, match func(ast.Expr, *types.Var) bool) bool {
	if !slices.ContainsFunc(assign.Rhs, func(rhs ast.Expr) bool { return c.mentions(o.holders, rhs) && !c.measured(rhs) }) {
		return false
	}
	return slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return match(lhs, c.root(lhs)) })
}

func isBlank(expr ast.Expr) bool {
	id, ok := expr.(*ast.Ident)
	return ok && id.Name == "_"
}

// keptLeak reports whether a failure leaks what the receiver keeps: it has a method that
// ends it, and no caller calls that after the failure.
func (c *constructor) keptLeak(o *opened, ret ast.Node) bool {
	decl, ok := c.fn.(*ast.FuncDecl)
	if !ok || o.owner == nil || !c.hasEnder(o.owner.Type()) {
		return false
	}
	fn, _ := c.p.TypesInfo.Defs[decl.Name].(*types.Func)
	if fn == nil {
		return false
	}
	if pos := c.callerEnds(o, fn.Origin(), 2); pos.IsValid() {
		c.p.Safe(ret.(*ast.ReturnStmt), o.name, verdict.Handled, pos)
		return false
	}
	return true
}
