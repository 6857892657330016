package rowserror

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A reading is a call of Next that decides something.
type reading struct {
	rows *types.Var // a local variable, or a parameter
	at   ast.Expr   // the condition of the loop, or the call
	stmt inspector.Cursor
	loop bool // over the rows
}

// readings returns all loops over rows, and of the other calls of Next the first one for each variable
// that no loop reads. A call whose result is dropped leaves it to Scan to fail.
func readings(p *check.Pass, in *inspector.Inspector) (list []*reading) {
	var single []*reading
	known := make(map[*types.Var]bool)
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		rows := rowsOf(p, call)
		if rows == nil || p.Quiet(call.Pos()) {
			continue
		}
		r := &reading{rows: rows, at: call, stmt: cur}
		r.place(cur)
		_, dropped := r.stmt.Node().(*ast.ExprStmt)
		switch {
		case dropped:
		case r.loop:
			known[rows] = true
			list = append(list, r)
		default:
			single = append(single, r)
		}
	}
	for _, r := range single {
		if !known[r.rows] {
			known[r.rows] = true
			list = append(list, r)
		}
	}
	return list
}

// place finds the loop that the call is in, if it reads more than one row, else its statement.
func (r *reading) place(cur inspector.Cursor) {
	found := false
	for c := range cur.Enclosing() {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			cond := n.Cond != nil && n.Cond.Pos() <= r.at.Pos() && r.at.End() <= n.Cond.End()
			if cond {
				r.at = n.Cond
			}
			if cond || r.rows.Pos() < n.Pos() {
				r.stmt, r.loop = c, true
				return
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return
		case ast.Stmt:
			if !found {
				r.stmt, found = c, true
			}
		}
	}
}

// rowsOf returns the variable whose Next is called, nil if there is none.
func rowsOf(p *check.Pass, call *ast.CallExpr) *types.Var {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !catalog.RowIterators[callmatch.CalleeName(p.TypesInfo, call)] {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	if v == nil || v.Kind() != types.LocalVar && v.Kind() != types.ParamVar {
		return nil
	}
	return v
}
