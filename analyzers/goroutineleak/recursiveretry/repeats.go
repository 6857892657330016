package recursiveretry

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// repeats reports whether the function is called with what it has been passed itself, or with
// what counts and is compared with nothing.
func (c *cycle) repeats() (doubts []check.Doubt, same bool) {
	info := c.p.TypesInfo
	sig := info.Defs[c.decl.Name].(*types.Func).Signature()
	if sig.Recv() != nil {
		sel, ok := ast.Unparen(c.back.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil, false
		}
		recv := c.value(sel.X)
		switch {
		case c.isOwn(recv, sig.Recv()):
		case c.renews(recv):
			doubts = append(doubts, check.Doubting(verdict.OtherObject, c.call.Pos()))
		default:
			return nil, false
		}
	}
	if sig.Params().Len() != len(c.back.Args) {
		return nil, false
	}
	for i, arg := range c.back.Args {
		if !c.unlimited(sig.Params().At(i), c.value(arg)) {
			return nil, false
		}
	}
	return doubts, true
}

// value returns what an expression of the call is in the function that calls itself: what that
// passes for the parameter or receiver of the function between.
func (c *cycle) value(expr ast.Expr) ast.Expr {
	v, _ := callmatch.Root(c.p.TypesInfo, expr).(*types.Var)
	if _, plain := ast.Unparen(expr).(*ast.Ident); c.through == nil || !plain || v == nil || c.changed(c.through, v) {
		return expr
	}
	sig := c.p.TypesInfo.Defs[c.through.Name].(*types.Func).Signature()
	if sel, ok := ast.Unparen(c.call.Fun).(*ast.SelectorExpr); ok && v == sig.Recv() {
		return sel.X
	}
	for i := range min(sig.Params().Len(), len(c.call.Args)) {
		if sig.Params().At(i) == v {
			return c.call.Args[i]
		}
	}
	return expr
}

// isOwn reports whether an expression is a parameter or receiver as it was passed.
func (c *cycle) isOwn(expr ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && c.p.TypesInfo.Uses[id] == types.Object(v) && !c.changed(c.decl, v)
}

// renews reports whether a receiver is another object, made by a method of the own one.
func (c *cycle) renews(expr ast.Expr) bool {
	info := c.p.TypesInfo
	if a, ok := ast.Unparen(expr).(*ast.TypeAssertExpr); ok {
		expr = a.X
	}
	v, ok := callmatch.Root(info, expr).(*types.Var)
	if !ok || v.IsField() || v.Pos() < c.decl.Body.Pos() || v.Pos() > c.decl.End() {
		return false
	}
	made, ok := localvar.Definition(info, c.decl.Body, v).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(info, made)
	return fn != nil && callmatch.CanFail(fn.Signature()) && fn.Signature().Results().Len() > 1
}

// unlimited reports whether an argument lets the function do the same once more.
func (c *cycle) unlimited(param *types.Var, arg ast.Expr) bool {
	info := c.p.TypesInfo
	if ssaflow.IsContext(param.Type()) || c.isOwn(arg, param) {
		return true
	}
	tv := info.Types[arg]
	counts := tv.Value != nil || tv.IsNil() || c.arithmetic(arg, param)
	if counts {
		return !c.compared(param)
	}
	return c.lasting(arg)
}

// arithmetic reports whether a number is made of a parameter.
func (c *cycle) arithmetic(arg ast.Expr, param *types.Var) bool {
	basic, ok := param.Type().Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0 && syntax.UsesIn(c.p.TypesInfo, arg, param)
}

// lasting reports whether an argument is a package variable, or a field of the receiver, that
// the function does not set.
func (c *cycle) lasting(arg ast.Expr) bool {
	info := c.p.TypesInfo
	root, _ := callmatch.Root(info, arg).(*types.Var)
	if root == nil {
		return false
	}
	recv := info.Defs[c.decl.Name].(*types.Func).Signature().Recv()
	if root.Parent() != c.p.Pkg.Scope() && (recv == nil || root != recv) {
		return false
	}
	if field := callmatch.Field(info, arg); field != nil {
		return !c.changed(c.decl, field)
	}
	return !c.changed(c.decl, root)
}

// compared reports whether a condition of the function depends on a parameter.
func (c *cycle) compared(param *types.Var) (found bool) {
	ast.Inspect(c.decl.Body, func(n ast.Node) bool {
		var conds []ast.Expr
		switch n := n.(type) {
		case *ast.IfStmt:
			conds = []ast.Expr{n.Cond}
		case *ast.ForStmt:
			conds = []ast.Expr{n.Cond}
		case *ast.SwitchStmt:
			conds = []ast.Expr{n.Tag}
		case *ast.CaseClause:
			conds = n.List
		}
		for _, cond := range conds {
			found = found || cond != nil && syntax.UsesIn(c.p.TypesInfo, cond, param)
		}
		return !found
	})
	return found
}

// changed reports whether a function assigns to a variable or field, counts it up or down, or
// takes its address.
func (c *cycle) changed(in *ast.FuncDecl, v *types.Var) (found bool) {
	ast.Inspect(in.Body, func(n ast.Node) bool {
		found = found || changes(c.p.TypesInfo, n, v)
		return !found
	})
	return found
}

// changes reports whether a node itself changes a variable or field.
func changes(info *types.Info, n ast.Node, v *types.Var) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if names(info, lhs, v) {
				return true
			}
		}
	case *ast.IncDecStmt:
		return names(info, n.X, v)
	case *ast.UnaryExpr:
		return n.Op == token.AND && names(info, n.X, v)
	case *ast.CallExpr:
		sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
		return ok && atomicChanges[sel.Sel.Name] && names(info, sel.X, v)
	}
	return false
}

// atomicChanges are the methods of the types of sync/atomic that change a value.
var atomicChanges = map[string]bool{"Add": true, "Store": true, "Swap": true, "CompareAndSwap": true, "Inc": true, "Dec": true}

// names reports whether an expression is a variable or field.
func names(info *types.Info, expr ast.Expr, v *types.Var) bool {
	switch x := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return info.ObjectOf(x) == types.Object(v)
	case *ast.IndexExpr:
		return names(info, x.X, v)
	}
	return callmatch.Field(info, expr) == v
}
