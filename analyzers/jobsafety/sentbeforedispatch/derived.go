package sentbeforedispatch

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// derive adds to the variables of a record those that a statement makes of them: elements of a list, what is
// assigned, and a text or buffer that they are written to.
//
//	for _, it := range batch {
//		fmt.Fprintln(&text, it.Title)
//	}
func derive(p *check.Pass, stmt ast.Node, record map[types.Object]bool) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.RangeStmt:
			if mentions(p, n.X, record) {
				add(p, record, n.Value)
			}
		case *ast.AssignStmt:
			for _, value := range n.Rhs {
				if mentions(p, value, record) {
					add(p, record, n.Lhs...)
				}
			}
		case *ast.CallExpr:
			written(p, n, record)
		}
		return true
	})
}

// written adds the buffer that a call writes a record to: the first argument, or what its method is called on.
func written(p *check.Pass, call *ast.CallExpr, record map[types.Object]bool) {
	for _, arg := range call.Args {
		if !mentions(p, arg, record) {
			continue
		}
		if first, ok := ast.Unparen(call.Args[0]).(*ast.UnaryExpr); ok && first.Op == token.AND {
			add(p, record, first.X)
		} else {
			add(p, record, call.Args[0])
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			add(p, record, sel.X)
		}
		return
	}
}

// add adds the variables that hold text, a list or a struct; an error, a count or an interface tells nothing of
// the record.
func add(p *check.Pass, record map[types.Object]bool, exprs ...ast.Expr) {
	for _, expr := range exprs {
		id, ok := expr.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		if ok && !v.IsField() && holdsRecord(v.Type()) {
			record[v] = true
		}
	}
}

func holdsRecord(t types.Type) bool {
	switch t := callmatch.Deref(t).Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Slice, *types.Struct:
		return true
	}
	return false
}

func mentions(p *check.Pass, expr ast.Expr, record map[types.Object]bool) (found bool) {
	ast.Inspect(expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && record[p.TypesInfo.Uses[id]]
		return !found
	})
	return found
}
