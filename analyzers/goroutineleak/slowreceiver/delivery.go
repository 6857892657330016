package slowreceiver

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// deliveries returns the calls of a method that sends on a channel of its receiver, first of all:
//
//	func (c *client) deliver(m message) { c.out <- m }
func deliveries(p *check.Pass, cur inspector.Cursor, send *ast.SendStmt) (list []inspector.Cursor) {
	decl, ok := cur.Parent().Parent().Node().(*ast.FuncDecl)
	if !ok || decl.Recv == nil || len(decl.Body.List) != 1 || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	root, _ := callmatch.Path(p.TypesInfo, send.Chan)
	if root == nil || p.TypesInfo.Defs[decl.Recv.List[0].Names[0]] != types.Object(root) {
		return nil
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		_, plain := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr)
		if at, ok := astindex.Find(cur.Inspector(), call.Expr); ok && plain {
			list = append(list, at)
		}
	}
	return list
}

// loopAround returns the loop over a container that is closest around a send in the same function.
func loopAround(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, ok := c.Node().(*ast.RangeStmt)
		return c, ok
	}
	return cur, false
}

// ofElement reports whether an expression is an element of the loop, or a field of one.
func ofElement(info *types.Info, expr ast.Expr, loop *ast.RangeStmt) bool {
	expr = ast.Unparen(expr)
	for {
		sel, ok := expr.(*ast.SelectorExpr)
		if !ok {
			break
		}
		expr = ast.Unparen(sel.X)
	}
	id, ok := expr.(*ast.Ident)
	if !ok || info.Uses[id] == nil {
		return false
	}
	for _, elem := range []ast.Expr{loop.Key, loop.Value} {
		if v, ok := elem.(*ast.Ident); ok && info.Defs[v] == info.Uses[id] {
			return true
		}
	}
	return false
}

// container returns the variable or field that a loop ranges over.
func container(info *types.Info, expr ast.Expr) *types.Var {
	var v *types.Var
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ = info.Uses[expr].(*types.Var)
	case *ast.SelectorExpr:
		v, _ = info.Uses[expr.Sel].(*types.Var)
	case *ast.IndexExpr:
		return container(info, expr.X)
	}
	return v
}

// leaves reports whether the package takes elements out of a container: with delete, or with a
// function of package slices.
func leaves(p *check.Pass, in *inspector.Inspector, list *types.Var) bool {
	for _, id := range astindex.Of(p.Pass).Uses[list] {
		cur, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if len(call.Args) > 0 && container(p.TypesInfo, call.Args[0]) == list && (callmatch.IsBuiltin(p.TypesInfo, call, "delete") || catalog.TakesOut[callmatch.CalleeName(p.TypesInfo, call)]) {
				return true
			}
			break
		}
	}
	return false
}

// handedOut reports whether callers in other packages receive from the channel of a send: one that the package hands
// to them, or one that its loop was sent and keeps in a variable of its own.
func handedOut(p *check.Pass, send *ast.SendStmt, list *types.Var) bool {
	flow := ssaflow.Of(p.Pass)
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if s, ok := instr.(*ssa.Send); ok && s.Pos() == send.Arrow {
				class := flow.Class(s.Chan)
				return class != nil && (class.Level() == ssaflow.ReceiveOnly || class.Foreign && !list.IsField() && list.Parent() != p.Pkg.Scope())
			}
		}
	}
	return false
}
