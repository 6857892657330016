package continuesaftererror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// guard adds what a condition asks for, or what is set beside the answer.
func (f *follow) guard(expr ast.Expr) {
	for _, leaf := range leaves(expr) {
		f.guards = append(f.guards, guard{leaf, f.terms(leaf)})
	}
}

// A guard is a condition without operators that join others, with the values that it asks for.
type guard struct {
	leaf  ast.Expr
	terms []ast.Expr
}

// sets adds the variables that the branch of the answer sets.
func (f *follow) sets(list []ast.Stmt) {
	for _, stmt := range list {
		if assign, ok := stmt.(*ast.AssignStmt); ok {
			for _, lhs := range assign.Lhs {
				f.guard(lhs)
			}
		}
	}
}

// reassigned takes back what a statement sets anew.
func (f *follow) reassigned(n ast.Node) {
	assign, ok := n.(*ast.AssignStmt)
	if !ok {
		return
	}
	for _, lhs := range assign.Lhs {
		if _, variable := lhs.(*ast.Ident); !variable {
			continue
		}
		for i, g := range f.guards {
			f.guards[i].terms = slices.DeleteFunc(slices.Clone(g.terms), func(t ast.Expr) bool { return f.part(t, lhs) })
		}
	}
}

// leaves returns the conditions that && and || join.
func leaves(expr ast.Expr) []ast.Expr {
	switch e := ast.Unparen(expr).(type) {
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return append(leaves(e.X), leaves(e.Y)...)
		}
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return leaves(e.X)
		}
	}
	return []ast.Expr{ast.Unparen(expr)}
}

// terms returns the values that an expression is made of: local variables, their fields and elements, and
// what their methods return. Constants and variables of packages are none.
func (f *follow) terms(expr ast.Expr) (list []ast.Expr) {
	ast.Inspect(expr, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if _, lit := e.(*ast.FuncLit); lit {
			return false
		}
		id, ok := base(e).(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := f.p.TypesInfo.ObjectOf(id).(*types.Var); ok && v.Kind() != types.PackageVar {
			list = append(list, e)
		}
		if call, ok := e.(*ast.CallExpr); ok {
			for _, arg := range call.Args {
				list = append(list, f.terms(arg)...)
			}
		}
		return false
	})
	return list
}

// base returns what a value begins with: r in r.URL.Query().
func base(expr ast.Expr) ast.Expr {
	for inner := inside(expr); inner != nil; inner = inside(expr) {
		expr = inner
	}
	return expr
}

// inside returns what a field, an element or the result of a method belongs to, nil for other expressions.
func inside(expr ast.Expr) ast.Expr {
	switch e := ast.Unparen(expr).(type) {
	case *ast.SelectorExpr:
		return ast.Unparen(e.X)
	case *ast.IndexExpr:
		return ast.Unparen(e.X)
	case *ast.StarExpr:
		return ast.Unparen(e.X)
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
			return ast.Unparen(sel.X)
		}
	}
	return nil
}
