package rowserror

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// rowsOf returns the local variable whose Next is the condition of a loop, nil if there is none.
func rowsOf(p *check.Pass, loop *ast.ForStmt) *types.Var {
	call, ok := ast.Unparen(loop.Cond).(*ast.CallExpr)
	if !ok || !catalog.RowIterators[callmatch.CalleeName(p.TypesInfo, call)] {
		return nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || v.Kind() != types.LocalVar {
		return nil
	}
	return v
}

// asked returns the use of rows by which their error is asked for, or by which other code may ask; nil
// if there is none. What a loop does with one row asks for no error.
func asked(p *check.Pass, in *inspector.Inspector, loop inspector.Cursor, rows *types.Var) ast.Node {
	for _, id := range astindex.Of(p.Pass).Uses[rows] {
		use, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		switch parent := use.Parent().Node().(type) {
		case *ast.SelectorExpr:
			if parent.Sel.Name == "Err" {
				return parent
			}
		case *ast.CallExpr:
			if kind, i := use.ParentEdge(); kind == edge.CallExpr_Args && mayAsk(p, loop, parent, i) {
				return parent
			}
		case *ast.AssignStmt:
			if kind, _ := use.ParentEdge(); kind == edge.AssignStmt_Rhs {
				return parent
			}
		case *ast.BinaryExpr, *ast.ParenExpr:
		default:
			return use.Node() // returned, kept in a struct, sent
		}
	}
	return nil
}

// mayAsk reports whether a function that gets rows as argument i may ask for their error: its body does,
// or is not known, and it gets all of them, not one row in the loop.
func mayAsk(p *check.Pass, loop inspector.Cursor, call *ast.CallExpr, i int) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	decl := astindex.Of(p.Pass).Decls[fn]
	inLoop := loop.Node().Pos() <= call.Pos() && call.End() <= loop.Node().End()
	if decl == nil || decl.Body == nil {
		return !inLoop && (fn == nil || !catalog.ClosesByName(fn.Name()))
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && sel.Sel.Name == "Err"
		return !found
	})
	return found
}
