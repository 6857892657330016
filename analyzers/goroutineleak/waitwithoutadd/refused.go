package waitwithoutadd

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// refused returns the function that tells the returns that come where a helper has said that it
// has not added: there is no Done to call.
//
//	if !d.enter() {
//		return
//	}
//	defer d.busy.Done()
func refused(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter) func(*ast.ReturnStmt) bool {
	adds := make(map[*types.Func]bool)
	for _, add := range c.Adds {
		if decl, ok := add.In.(*ast.FuncDecl); ok {
			fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
			adds[fn] = fn != nil
		}
	}
	return func(ret *ast.ReturnStmt) bool {
		cur, ok := astindex.Find(in, ret)
		if !ok || len(adds) == 0 {
			return false
		}
		test, ok := cur.Parent().Parent().Node().(*ast.IfStmt)
		return ok && asks(p, cur, test.Cond, adds)
	}
}

// asks reports whether a condition is what one of the functions returns, there or in the
// assignment of the variable that it names.
func asks(p *check.Pass, cur inspector.Cursor, cond ast.Expr, fns map[*types.Func]bool) bool {
	named := make(map[types.Object]bool)
	found := false
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			found = found || fn != nil && fns[fn.Origin()]
		case *ast.Ident:
			named[p.TypesInfo.ObjectOf(n)] = true
		}
		return !found
	}
	ast.Inspect(cond, look)
	around, ok := astindex.FuncAround(cur)
	if found || !ok {
		return found
	}
	for a := range around.Preorder((*ast.AssignStmt)(nil)) {
		assign := a.Node().(*ast.AssignStmt)
		if id, ok := assign.Lhs[0].(*ast.Ident); ok && named[p.TypesInfo.ObjectOf(id)] {
			ast.Inspect(assign.Rhs[0], look)
		}
	}
	return found
}
