package lostrowupdate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// held returns what holds column i of the query in the function around, of nil where that is not known.
func (u *update) held(i int) value {
	r := u.read
	if r.In == nil {
		return u.scanned(astindex.FuncBody(u.fn), i)
	}
	if r.Inner != r.At {
		return value{}
	}
	return u.returned(u.scanned(r.In.Body, i))
}

// scanned returns what column i of the query is read into, by the Scan of a function.
func (u *update) scanned(body ast.Node, i int) (held value) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return held.of == nil
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && sel.Sel.Name == "Scan" && call.End() > u.read.At.End() && i < len(call.Args) && held.of == nil && u.isRow(body, sel.X) {
			held = u.pointee(call.Args[i])
		}
		return held.of == nil
	})
	return held
}

// isRow reports whether an expression is the row that the query has returned.
func (u *update) isRow(body ast.Node, expr ast.Expr) bool {
	if ast.Unparen(expr) == ast.Expr(u.read.At) {
		return true
	}
	row := callmatch.Object(u.p.TypesInfo, expr)
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		found = found || ok && row != nil && assign.Rhs[0] == ast.Expr(u.read.At) && callmatch.Object(u.p.TypesInfo, assign.Lhs[0]) == row
		return !found
	})
	return found
}

// pointee returns what an argument is the address of.
func (u *update) pointee(arg ast.Expr) value {
	amp, ok := ast.Unparen(arg).(*ast.UnaryExpr)
	if !ok || amp.Op != token.AND {
		return value{}
	}
	v, _ := callmatch.Root(u.p.TypesInfo, amp.X).(*types.Var)
	return value{v, callmatch.Field(u.p.TypesInfo, amp.X)}
}

// returned returns what the function around keeps of a value that the function which runs the query returns.
func (u *update) returned(inner value) (held value) {
	if inner.of == nil {
		return value{}
	}
	index := -1
	ast.Inspect(u.read.In.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		for i, result := range ret.Results {
			if amp, ok := ast.Unparen(result).(*ast.UnaryExpr); ok && amp.Op == token.AND {
				result = amp.X
			}
			if callmatch.Object(u.p.TypesInfo, result) == types.Object(inner.of) {
				index = i
			}
		}
		return true
	})
	if index < 0 {
		index = resultOf(u.p.TypesInfo, u.read.In, inner.of)
	}
	ast.Inspect(u.fn, func(n ast.Node) bool {
		var kept ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			if index >= 0 && index < len(n.Lhs) && ast.Unparen(n.Rhs[0]) == ast.Expr(u.read.Call) {
				kept = n.Lhs[index]
			}
		case *ast.ValueSpec:
			if index >= 0 && index < len(n.Names) && len(n.Values) == 1 && ast.Unparen(n.Values[0]) == ast.Expr(u.read.Call) {
				kept = n.Names[index]
			}
		}
		if kept != nil {
			v, _ := callmatch.Object(u.p.TypesInfo, kept).(*types.Var)
			held = value{v, inner.field}
		}
		return held.of == nil
	})
	return held
}

// resultOf returns which named result a variable is, -1 for none.
func resultOf(info *types.Info, decl *ast.FuncDecl, v *types.Var) int {
	i := 0
	if decl.Type.Results == nil {
		return -1
	}
	for _, field := range decl.Type.Results.List {
		for _, name := range field.Names {
			if info.Defs[name] == v {
				return i
			}
			i++
		}
	}
	return -1
}
