package continuesaftererror

import (
	"go/ast"
	"go/types"
	"slices"
)

// guard adds what an expression mentions.
func (f *follow) guard(expr ast.Expr) {
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := f.p.TypesInfo.Uses[id].(*types.Var); ok {
				f.guards[v] = true
			}
		}
		return true
	})
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
	if assign, ok := n.(*ast.AssignStmt); ok {
		for _, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok {
				delete(f.guards, f.p.TypesInfo.ObjectOf(id))
			}
		}
	}
}

// asks reports whether the condition of a statement mentions one of the guards, or the writer.
func (f *follow) asks(stmt ast.Stmt) bool {
	var conds []ast.Expr
	switch s := stmt.(type) {
	case *ast.IfStmt:
		conds = append(conds, s.Cond)
	case *ast.ForStmt:
		conds = append(conds, s.Cond)
	case *ast.SwitchStmt:
		conds = append(conds, s.Tag)
		for _, clause := range s.Body.List {
			conds = append(conds, clause.(*ast.CaseClause).List...)
		}
	}
	return slices.ContainsFunc(conds, func(cond ast.Expr) bool { return cond != nil && f.asksIn(cond) })
}

func (f *follow) asksIn(expr ast.Expr) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v := f.p.TypesInfo.Uses[id]
			found = found || f.guards[v] || v == types.Object(f.writer)
		}
		return !found
	})
	return found
}
