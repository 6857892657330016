package checkthenact

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// named returns the source of a container, that of what a local variable stands for.
func named(p *check.Pass, fn inspector.Cursor, container ast.Expr) string {
	if id, ok := ast.Unparen(container).(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			switch value := localvar.Value(p.TypesInfo, astindex.DeclAround(fn), v).(type) {
			case *ast.Ident, *ast.SelectorExpr:
				return p.Source(value)
			}
		}
	}
	return p.Source(container)
}

// tests reports whether control gets to the call at cur because of what read has given: the call is in
// an if statement that tests it, or behind one that returns.
func tests(p *check.Pass, fn, read, cur inspector.Cursor) bool {
	given := make(map[types.Object]bool)
	targets, _ := localvar.Targets(read)
	for _, target := range targets {
		if id, ok := target.(*ast.Ident); ok && id.Name != "_" {
			given[p.TypesInfo.ObjectOf(id)] = true
		}
	}
	for c := range fn.Preorder((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		if test.Cond.Pos() < read.Node().Pos() || !mentions(p.TypesInfo, test.Cond, given) {
			continue
		}
		if c.Contains(cur) || test.End() < cur.Node().Pos() && returns(test.Body) {
			return true
		}
	}
	return false
}

func mentions(info *types.Info, expr ast.Expr, vars map[types.Object]bool) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && vars[info.Uses[id]]
		return !found
	})
	return found
}

func returns(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	_, ok := block.List[len(block.List)-1].(*ast.ReturnStmt)
	return ok
}

// alone reports whether a function acquires a lock, or is run for one caller at a time.
func alone(p *check.Pass, fn inspector.Cursor) bool {
	for c := range fn.Enclosing((*ast.CallExpr)(nil)) {
		if _, shared := catalog.SharedCalls[callmatch.CalleeName(p.TypesInfo, c.Node().(*ast.CallExpr))]; shared {
			return true
		}
	}
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		callee := callmatch.Callee(p.TypesInfo, cur.Node().(*ast.CallExpr))
		if callee != nil && (callee.Name() == "Lock" || callee.Name() == "TryLock" || callmatch.Name(callee) == "(*sync.Once).Do") {
			return true
		}
	}
	return false
}
