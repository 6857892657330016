package outlivedcontext

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// keptFor returns the field, or the variable of the package, that keeps what a call or a literal makes, or for which
// a call starts a goroutine, and that the function fills once; nil if there is none.
func keptFor(p *check.Pass, fn *ast.FuncDecl, cur inspector.Cursor) *types.Var {
	call := cur.Node()
	_, starts := cur.Parent().Node().(*ast.GoStmt)
	made := resultOf(p, cur)
	var kept *types.Var
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || kept != nil {
			return kept == nil
		}
		for i, lhs := range assign.Lhs {
			v := shared(p, lhs)
			if v == nil || !starts && !gives(p, assign, i, call, made) {
				continue
			}
			if inOnce(p, fn, call) || asksFirst(p, fn, v, call) {
				kept = v
			}
		}
		return kept == nil
	})
	return kept
}

// resultOf returns the variable that a literal, or a call's first result, is assigned to.
func resultOf(p *check.Pass, cur inspector.Cursor) types.Object {
	if addr, ok := cur.Parent().Node().(*ast.UnaryExpr); ok && addr.Op == token.AND {
		cur = cur.Parent()
	}
	if assign, ok := cur.Parent().Node().(*ast.AssignStmt); ok {
		if id, ok := assign.Lhs[0].(*ast.Ident); ok {
			return p.TypesInfo.ObjectOf(id)
		}
	}
	return nil
}

// gives reports whether the value that an assignment gives its i-th operand is the call or literal, or the variable
// with its result, or has one of these in a literal.
func gives(p *check.Pass, assign *ast.AssignStmt, i int, call ast.Node, made types.Object) bool {
	rhs := assign.Rhs[min(i, len(assign.Rhs)-1)]
	found := false
	ast.Inspect(rhs, func(n ast.Node) bool {
		found = found || n != nil && n == call
		switch n := n.(type) {
		case *ast.CallExpr:
			return false
		case *ast.Ident:
			found = found || made != nil && p.TypesInfo.Uses[n] == made
		}
		return !found
	})
	return found
}

// shared returns the field, or the variable of the package, that an expression denotes, or an element of which.
func shared(p *check.Pass, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.IndexExpr:
		return shared(p, expr.X)
	case *ast.SelectorExpr:
		if v, ok := p.TypesInfo.Uses[expr.Sel].(*types.Var); ok && v.IsField() {
			return v.Origin()
		}
	case *ast.Ident:
		if v, ok := p.TypesInfo.Uses[expr].(*types.Var); ok && v.Parent() == p.Pkg.Scope() {
			return v
		}
	}
	return nil
}

// inOnce reports whether a node is in a literal that a sync.Once runs.
func inOnce(p *check.Pass, fn *ast.FuncDecl, at ast.Node) bool {
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && catalog.OnceRunners[callmatch.CalleeName(p.TypesInfo, call)] {
			found = found || call.Pos() <= at.Pos() && at.End() <= call.End()
		}
		return !found
	})
	return found
}

// asksFirst reports whether a function asks, before a node, whether the field has a value: by a comparison with nil,
// of it or of a variable with its value, or by a look into the map. A branch for a value that is there, and that
// makes another one, is none.
func asksFirst(p *check.Pass, fn *ast.FuncDecl, v *types.Var, at ast.Node) bool {
	copies := map[types.Object]bool{}
	found := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && shared(p, n.Rhs[0]) == v {
				for _, lhs := range n.Lhs {
					if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" {
						copies[p.TypesInfo.ObjectOf(id)] = true
					}
				}
			}
		case *ast.IfStmt:
			within := n.Body.Pos() <= at.Pos() && at.End() <= n.Body.End()
			if n.Pos() < at.Pos() {
				found = found || decides(p, n, v, copies, within)
			}
		}
		return !found
	})
	return found
}

// decides reports whether a condition leads to a node only when there is no value: within the branch, or after a
// branch that leaves the function.
func decides(p *check.Pass, stmt *ast.IfStmt, v *types.Var, copies map[types.Object]bool, within bool) bool {
	if init, ok := stmt.Init.(*ast.AssignStmt); ok && len(init.Rhs) == 1 && shared(p, init.Rhs[0]) == v {
		for _, lhs := range init.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && id.Name != "_" {
				copies[p.TypesInfo.ObjectOf(id)] = true
			}
		}
	}
	of := func(e ast.Expr) bool {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && copies[p.TypesInfo.ObjectOf(id)] {
			return true
		}
		return shared(p, e) == v
	}
	none := false // the branch is that without a value
	switch cond := ast.Unparen(stmt.Cond).(type) {
	case *ast.BinaryExpr:
		if !of(cond.X) || !p.TypesInfo.Types[cond.Y].IsNil() || cond.Op != token.EQL && cond.Op != token.NEQ {
			return false
		}
		none = cond.Op == token.EQL
	case *ast.UnaryExpr:
		if cond.Op != token.NOT || !of(cond.X) {
			return false
		}
		none = true
	case *ast.Ident:
		if !of(cond) {
			return false
		}
	default:
		return false
	}
	if none {
		return within
	}
	if len(stmt.Body.List) == 0 {
		return false
	}
	_, returns := stmt.Body.List[len(stmt.Body.List)-1].(*ast.ReturnStmt)
	return !within && returns
}
