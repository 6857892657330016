package localvar

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Steady reports whether a call that is moved into a literal, to run later, gets the
// arguments it gets now: the local variables that it mentions are assigned to neither after
// it nor in another iteration of a loop around it. Those of the loop itself are new in each
// iteration if perIteration is set (Go 1.22).
func Steady(info *types.Info, files []*ast.File, call ast.Node, perIteration bool) bool {
	for _, file := range files {
		if call.Pos() < file.FileStart || file.FileEnd < call.Pos() {
			continue
		}
		w := &steadiness{info: info, call: call, perIteration: perIteration, vars: mentioned(info, call)}
		ast.PreorderStack(file, nil, w.visit)
		return !w.broken
	}
	return false
}

func mentioned(info *types.Info, call ast.Node) (vars []*types.Var) {
	ast.Inspect(call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := info.Uses[id].(*types.Var); ok && !v.IsField() {
				vars = append(vars, v)
			}
		}
		return true
	})
	return vars
}

type steadiness struct {
	info         *types.Info
	call         ast.Node
	perIteration bool
	vars         []*types.Var
	broken       bool
}

func (w *steadiness) visit(n ast.Node, stack []ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		w.assigned(n.Lhs, stack)
	case *ast.IncDecStmt:
		w.assigned([]ast.Expr{n.X}, stack)
	case *ast.RangeStmt:
		w.loop(n, n.Key, n.Value)
		if n.Tok == token.ASSIGN {
			w.assigned([]ast.Expr{n.Key, n.Value}, append(stack, n))
		}
	case *ast.ForStmt:
		if init, ok := n.Init.(*ast.AssignStmt); ok {
			w.loop(n, init.Lhs...)
		}
	}
	return !w.broken
}

// assigned looks at what an assignment below the nodes of stack changes.
func (w *steadiness) assigned(lhs []ast.Expr, stack []ast.Node) {
	for _, expr := range lhs {
		id, ok := expr.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := w.info.Uses[id].(*types.Var) // not a definition
		if !ok || !slices.Contains(w.vars, v) {
			continue
		}
		w.broken = w.broken || id.Pos() > w.call.End() || slices.ContainsFunc(stack, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				return within(w.call.Pos(), n) && !within(v.Pos(), n)
			}
			return false
		})
	}
}

// loop looks at the variables that a loop defines.
func (w *steadiness) loop(loop ast.Node, vars ...ast.Expr) {
	for _, expr := range vars {
		id, ok := expr.(*ast.Ident)
		if !ok || w.perIteration || !within(w.call.Pos(), loop) {
			continue
		}
		v, ok := w.info.Defs[id].(*types.Var)
		w.broken = w.broken || ok && slices.Contains(w.vars, v)
	}
}

func within(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }
