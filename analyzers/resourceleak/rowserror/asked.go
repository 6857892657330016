package rowserror

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// asked returns the use of rows by which their error is asked for, or by which other code may ask; nil if
// there is none. Of a parameter it is known only where all callers are.
func asked(p *check.Pass, in *inspector.Inspector, r *reading) (at ast.Node, known bool) {
	if at := askedOf(p, in, r.stmt, r.rows); at != nil || r.rows.Kind() == types.LocalVar {
		return at, true
	}
	decl, ok := astindex.DeclAround(r.stmt).(*ast.FuncDecl)
	if !ok {
		return nil, false
	}
	fn := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	if fn.Exported() || len(index.Values[fn]) > 0 || len(index.Calls[fn]) == 0 {
		return nil, false
	}
	params := slices.Collect(fn.Signature().Params().Variables())
	i := slices.Index(params, r.rows)
	for _, call := range index.Calls[fn] {
		if i < 0 || i >= len(call.Expr.Args) {
			return nil, false
		}
		arg, ok := callmatch.Object(p.TypesInfo, call.Expr.Args[i]).(*types.Var)
		if !ok || arg.Kind() != types.LocalVar {
			return nil, false
		}
		if at := askedOf(p, in, r.stmt, arg); at != nil {
			return at, true
		}
	}
	return nil, true
}

// askedOf is asked for one variable. What a loop does with one row asks for no error.
func askedOf(p *check.Pass, in *inspector.Inspector, loop inspector.Cursor, rows *types.Var) ast.Node {
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
