package sharedcalls

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A Flight is what a function does to share a call between its callers: it looks in a map for the call of
// another caller, waits for that, and else adds its own.
//
//	if c, ok := g.calls[key]; ok {
//		g.mu.Unlock()
//		<-c.done
//		return c.val, c.err
//	}
//	c := &call{done: make(chan struct{})}
//	g.calls[key] = c
type Flight struct {
	Wait  ast.Node     // where it waits for the call of another caller
	Entry types.Object // the variable with its own call, nil if it has none
}

// Flight returns how a function shares a call, nil if it does not.
func (r *Result) Flight(decl *ast.FuncDecl) *Flight {
	if decl.Body == nil || r.triesAgain(decl.Body) {
		return nil
	}
	found := make(map[types.Object]*types.Var) // variables, and the map in whose element they were found
	flight := &Flight{}
	table := (*types.Var)(nil)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if field := r.element(n.Rhs[0]); field != nil && len(n.Rhs) == 1 {
				if id, ok := n.Lhs[0].(*ast.Ident); ok {
					found[r.pass.TypesInfo.ObjectOf(id)] = field
				}
			}
			if field := r.element(n.Lhs[0]); field != nil && field == table && len(n.Rhs) == 1 && flight.Wait.End() < n.Pos() {
				if id, ok := ast.Unparen(n.Rhs[0]).(*ast.Ident); ok {
					flight.Entry = r.pass.TypesInfo.ObjectOf(id)
				}
			}
		case *ast.IfStmt:
			if wait, field := r.waits(n, found); wait != nil && table == nil {
				flight.Wait, table = wait, field
			}
		}
		return true
	})
	if flight.Wait == nil || flight.Entry == nil {
		return nil
	}
	return flight
}

// triesAgain reports whether a body makes another attempt where the call of the other caller was canceled: it
// asks for that error, or looks for the call in a loop.
func (r *Result) triesAgain(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.RangeStmt:
			return false
		case *ast.ForStmt:
			found = true
		case *ast.SelectorExpr:
			v, ok := r.pass.TypesInfo.Uses[n.Sel].(*types.Var)
			found = found || ok && v.Pkg() != nil && v.Pkg().Path() == "context" && !v.IsField()
		}
		return !found
	})
	return found
}

// element returns the map in a field of which an expression is an element, nil if it is none.
func (r *Result) element(expr ast.Expr) *types.Var {
	index, ok := ast.Unparen(expr).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	if _, isMap := r.pass.TypesInfo.TypeOf(index.X).Underlying().(*types.Map); !isMap {
		return nil
	}
	return callmatch.Field(r.pass.TypesInfo, index.X)
}

// waits returns where the body of a condition waits for one of some variables, and leaves the function; and the
// map in which that was found.
func (r *Result) waits(stmt *ast.IfStmt, found map[types.Object]*types.Var) (wait ast.Node, table *types.Var) {
	if assign, ok := stmt.Init.(*ast.AssignStmt); ok {
		if id, ok := assign.Lhs[0].(*ast.Ident); ok && r.element(assign.Rhs[0]) != nil {
			found[r.pass.TypesInfo.ObjectOf(id)] = r.element(assign.Rhs[0])
		}
	}
	if n := len(stmt.Body.List); n == 0 || !leaves(stmt.Body.List[n-1]) {
		return nil, nil
	}
	ast.Inspect(stmt.Body, func(n ast.Node) bool {
		var on ast.Expr
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				on = n.X
			}
		case *ast.CallExpr:
			if callmatch.CalleeName(r.pass.TypesInfo, n) == "(*sync.WaitGroup).Wait" {
				on = n.Fun.(*ast.SelectorExpr).X
			}
		}
		for sel, ok := ast.Unparen(on).(*ast.SelectorExpr); ok; sel, ok = ast.Unparen(on).(*ast.SelectorExpr) {
			on = sel.X
		}
		id, ok := on.(*ast.Ident)
		if ok && wait == nil {
			if field := found[r.pass.TypesInfo.ObjectOf(id)]; field != nil {
				wait, table = n, field
			}
		}
		return true
	})
	return wait, table
}

// leaves reports whether a statement is a return, or a select of which a case returns.
func leaves(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.SelectStmt:
		for _, clause := range stmt.Body.List {
			if body := clause.(*ast.CommClause).Body; len(body) > 0 && leaves(body[len(body)-1]) {
				return true
			}
		}
	}
	return false
}
