package closedchannelspin

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A receive is one without a look at whether its channel is closed.
type receive struct {
	stmt   ast.Stmt          // v := <-ch, or the like
	ch     ast.Expr          // of which it receives
	value  *ast.Ident        // what it receives, nil where that is dropped
	rest   []ast.Stmt        // what follows before the next iteration
	clause *ast.CommClause   // of a select
	others []*ast.CommClause // of that select
	// awaited says that the loop ends when the channel is nil, to which the case of one that is closed has to set it.
	awaited bool
}

// receives returns the receives of an iteration: statements of the body, and cases of a select
// that is one.
func receives(loop *ast.ForStmt) []*receive {
	var list []*receive
	for i, s := range loop.Body.List {
		if label, ok := s.(*ast.LabeledStmt); ok {
			s = label.Stmt
		}
		sel, ok := s.(*ast.SelectStmt)
		if !ok {
			if r := receiveOf(s, loop.Body.List[i+1:]); r != nil {
				list = append(list, r)
			}
			continue
		}
		for _, c := range sel.Body.List {
			clause := c.(*ast.CommClause)
			rest := append(append([]ast.Stmt(nil), clause.Body...), loop.Body.List[i+1:]...)
			if r := receiveOf(clause.Comm, rest); r != nil {
				r.clause = clause
				for _, other := range sel.Body.List {
					if other != c {
						r.others = append(r.others, other.(*ast.CommClause))
					}
				}
				list = append(list, r)
			}
		}
	}
	return list
}

func receiveOf(stmt ast.Stmt, rest []ast.Stmt) *receive {
	r := &receive{stmt: stmt, rest: rest}
	var expr ast.Expr
	switch s := stmt.(type) {
	case *ast.ExprStmt:
		expr = s.X
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 {
			return nil
		}
		expr = s.Rhs[0]
		r.value, _ = s.Lhs[0].(*ast.Ident)
	}
	recv, ok := ast.Unparen(expr).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return nil
	}
	r.ch = ast.Unparen(recv.X)
	return r
}

// carriesNothing reports whether a channel only signals that something has happened.
func carriesNothing(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	if !ok {
		return true
	}
	s, ok := c.Elem().Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

// looks returns where what follows a receive may notice the zero value: it tests the value, or
// leaves the loop anyway.
func (r *receive) looks(p *check.Pass) token.Pos {
	for _, s := range r.rest {
		if leaves(s) {
			return s.Pos()
		}
		switch s := s.(type) {
		case *ast.IfStmt:
			if r.value != nil && mentions(p, s.Cond, r.value) && (r.ends(s.Body) || r.ends(s.Else)) {
				return s.Pos()
			}
		case *ast.SwitchStmt, *ast.TypeSwitchStmt:
			if r.value != nil && mentions(p, s, r.value) && ends(s) {
				return s.Pos()
			}
		}
	}
	return token.NoPos
}

func mentions(p *check.Pass, n ast.Node, id *ast.Ident) bool {
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && syntax.UsesIn(p.TypesInfo, n, v)
}

// ends reports whether a branch of what follows a receive leaves the loop; outside of a select a
// plain break does.
func (r *receive) ends(n ast.Stmt) bool {
	if block, ok := n.(*ast.BlockStmt); ok && block != nil && r.clause == nil {
		for _, s := range block.List {
			if b, ok := s.(*ast.BranchStmt); ok && b.Tok == token.BREAK {
				return true
			}
		}
	}
	return ends(n)
}

// ends reports whether a node has a statement that leaves the loop.
func ends(n ast.Node) bool {
	found := false
	if n == nil {
		return false
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(ast.Stmt); ok {
			found = found || leaves(s)
		}
		_, lit := n.(*ast.FuncLit)
		return !found && !lit
	})
	return found
}

func leaves(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.GOTO || s.Tok == token.BREAK && s.Label != nil
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}
