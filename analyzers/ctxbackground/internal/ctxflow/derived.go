package ctxflow

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// Derived returns the name of the local context that was made last, before cur, of
// what the function is given, "" if there is none. It has more values than that:
//
//	ctx := withUser(r)
func Derived(p *check.Pass, cur inspector.Cursor, given *ctxscope.Source) string {
	for c := range cur.Enclosing() {
		switch c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return ""
		}
		list := astindex.Stmts(c.Parent().Node())
		for _, stmt := range slices.Backward(list) {
			if stmt.End() > cur.Node().Pos() {
				continue
			}
			if name := derives(p, stmt, given.Var); name != "" {
				return name
			}
		}
	}
	return ""
}

// derives returns the name of the context that a statement defines with what v has.
func derives(p *check.Pass, stmt ast.Stmt, v *types.Var) string {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return ""
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok || p.TypesInfo.Defs[id] == nil || !ctxscope.IsContext(p.TypesInfo.Defs[id].Type()) {
		return ""
	}
	found := ""
	ast.Inspect(assign.Rhs[0], func(n ast.Node) bool {
		if use, ok := n.(*ast.Ident); ok && p.TypesInfo.Uses[use] == v {
			found = id.Name
		}
		return found == ""
	})
	return found
}
