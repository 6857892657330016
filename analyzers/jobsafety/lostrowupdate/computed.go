package lostrowupdate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/poolops"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// An update is a query of a row and a later statement that sets it, in one function.
type update struct {
	p           *check.Pass
	fn          ast.Node
	read, write *poolops.Op
}

// A value is what holds what was read: a variable, or one field of it, any field where that is not known.
type value struct {
	of    *types.Var
	field *types.Var
}

// computes reports whether the statement stores what is computed from what the query has read.
func (u *update) computes() bool {
	if u.write.SQL == "" {
		record, stored := u.record()
		return record.of != nil && u.changed(record, stored)
	}
	for i, col := range columnsOf(u.read.SQL) {
		expr := u.outside(storedIn(u.write, col))
		if expr == nil {
			continue
		}
		if held := u.held(i); held.of != nil && (u.computed(expr, held, 2) || u.is(expr, held) && u.assigned(held)) {
			return true
		}
	}
	return false
}

// outside returns an expression of the function that runs the statement as the function around passes it, nil where
// that is not known.
func (u *update) outside(expr ast.Expr) ast.Expr {
	w := u.write
	if expr == nil || w.In == nil {
		return expr
	}
	v, ok := callmatch.Object(u.p.TypesInfo, expr).(*types.Var)
	if !ok || w.Inner != w.At {
		return nil
	}
	i := 0
	for _, field := range w.In.Type.Params.List {
		for _, name := range field.Names {
			if u.p.TypesInfo.Defs[name] == v && i < len(w.Call.Args) {
				return w.Call.Args[i]
			}
			i++
		}
	}
	return nil
}

// computed reports whether an expression does arithmetic with a value, itself or by a local variable.
func (u *update) computed(expr ast.Expr, held value, depth int) (found bool) {
	info := u.p.TypesInfo
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || arithmetic(info, n) && u.mentions(n, held)
		case *ast.Ident:
			v, ok := info.Uses[n].(*types.Var)
			if !ok || v == held.of || depth == 0 || found {
				break
			}
			if made := localvar.Assigned(info, u.fn, v); made != nil && made.Pos() > u.read.Call.Pos() {
				found = u.computed(made, held, depth-1)
			}
		}
		return !found
	})
	return found
}

var arithmeticOps = []token.Token{token.ADD, token.SUB, token.MUL, token.QUO}

func arithmetic(info *types.Info, expr *ast.BinaryExpr) bool {
	basic, ok := info.TypeOf(expr).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0 && slices.Contains(arithmeticOps, expr.Op)
}

// is reports whether an expression is a value itself.
func (u *update) is(expr ast.Expr, held value) bool {
	expr = ast.Unparen(expr)
	if sel, ok := expr.(*ast.SelectorExpr); ok {
		return callmatch.Root(u.p.TypesInfo, sel) == types.Object(held.of) && (held.field == nil || callmatch.Field(u.p.TypesInfo, sel) == held.field)
	}
	return held.field == nil && callmatch.Object(u.p.TypesInfo, expr) == types.Object(held.of)
}

func (u *update) mentions(n ast.Node, held value) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		found = found || ok && u.is(expr, held)
		return !found
	})
	return found
}

// assigned reports whether a value is raised or lowered between the two statements.
func (u *update) assigned(held value) (found bool) {
	ast.Inspect(u.fn, func(n ast.Node) bool {
		if n == nil || found || n.End() <= u.read.Call.Pos() || n.Pos() >= u.write.Call.Pos() {
			return false
		}
		if n.Pos() < u.read.Call.Pos() {
			return true
		}
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = u.is(n.X, held)
		case *ast.AssignStmt:
			found = u.changes(n, held)
		}
		return !found
	})
	return found
}

func (u *update) changes(n *ast.AssignStmt, held value) bool {
	if !u.is(n.Lhs[0], held) {
		return false
	}
	basic, ok := u.p.TypesInfo.TypeOf(n.Lhs[0]).Underlying().(*types.Basic)
	switch n.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN, token.MUL_ASSIGN, token.QUO_ASSIGN:
		return ok && basic.Info()&types.IsNumeric != 0
	case token.ASSIGN:
		return len(n.Lhs) == len(n.Rhs) && u.computed(n.Rhs[0], held, 0)
	}
	return false
}
