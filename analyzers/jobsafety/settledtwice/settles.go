package settledtwice

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/delivery"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// settles reports whether a call settles a message that a variable holds.
func settles(p *check.Pass, call *ast.CallExpr) (settling, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || catalog.KeepsWaiting[sel.Sel.Name] {
		return settling{}, false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return settling{}, false
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return settling{}, false
	}
	how, ok := delivery.Settlement(v.Type())
	return settling{v: v, call: call}, ok && how.Methods[sel.Sel.Name]
}

// settlesAt returns the call by which a statement, as such, settles a message: its
// expression, what it assigns or returns, or the first part of an if.
func settlesAt(p *check.Pass, stmt ast.Stmt) (settling, bool) {
	expr := ast.Expr(&ast.BadExpr{})
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			expr = stmt.Rhs[0]
		}
	case *ast.ReturnStmt:
		if len(stmt.Results) == 1 {
			expr = stmt.Results[0]
		}
	case *ast.IfStmt:
		if init, ok := stmt.Init.(*ast.AssignStmt); ok && len(init.Rhs) == 1 {
			expr = init.Rhs[0]
		}
	}
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return settling{}, false
	}
	return settles(p, call)
}

// falling returns the messages that a statement settles on a path that continues after it.
func falling(p *check.Pass, stmt ast.Stmt) []settling {
	if s, ok := settlesAt(p, stmt); ok {
		return []settling{s}
	}
	test, ok := stmt.(*ast.IfStmt)
	if !ok || callmatch.TestedError(p.TypesInfo, test.Cond) == nil {
		return nil
	}
	list := test.Body.List
	if slices.ContainsFunc(list, func(inner ast.Stmt) bool { return leaves(p, inner) }) {
		return nil
	}
	var found []settling
	for i, inner := range list {
		if s, ok := settlesAt(p, inner); ok {
			s.last = i == len(list)-1
			found = append(found, s)
		}
	}
	return found
}

// leaves reports whether control does not continue after a statement.
func leaves(p *check.Pass, stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.BranchStmt, *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		id, _ := ast.Unparen(call.Fun).(*ast.Ident)
		return catalog.Raises[callmatch.CalleeName(p.TypesInfo, call)] || id != nil && id.Name == "panic"
	}
	return false
}

// again returns the call that settles v once more, in a statement that is reached whatever
// comes before it.
func again(p *check.Pass, v *types.Var, list []ast.Stmt) *ast.CallExpr {
	for _, stmt := range list {
		if s, ok := settlesAt(p, stmt); ok && s.v == v {
			return s.call
		}
		if leaves(p, stmt) || assigns(p, stmt, v) {
			return nil
		}
		if test, ok := stmt.(*ast.IfStmt); ok && callmatch.TestedError(p.TypesInfo, test.Cond) != nil && slices.ContainsFunc(test.Body.List, func(inner ast.Stmt) bool { return leaves(p, inner) }) {
			return nil // the error that led to the first call may leave here
		}
	}
	return nil
}

func assigns(p *check.Pass, stmt ast.Stmt, v *types.Var) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return false
	}
	for _, lhs := range assign.Lhs {
		if id, ok := lhs.(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) == types.Object(v) {
			return true
		}
	}
	return false
}
