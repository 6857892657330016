package jobsafety

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// walk follows the ways through the code that handles one message.
type walk struct {
	p      *check.Pass
	v      *types.Var // the message
	how    catalog.Settlement
	body   *ast.BlockStmt
	loop   bool // the body is that of a loop over messages
	leaks  []leak
	giveUp bool // there is a jump that is not followed
}

// A leak is a way out with the message not settled: a statement, or the end of
// the body.
type leak struct {
	stmt ast.Stmt
	end  bool
}

// settlesDirectly reports whether the body settles the message by a method.
func (w *walk) settlesDirectly() bool {
	found := false
	ast.Inspect(w.body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			found = found || ok && w.is(sel.X) && w.how.Methods[sel.Sel.Name]
		}
		return !found
	})
	return found
}

func (w *walk) is(expr ast.Expr) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	return ok && w.p.TypesInfo.Uses[id] == w.v
}

// settles reports whether n settles the message, or lets go of it so that
// somebody else may: any use but that of a field or of another method.
func (w *walk) settles(n ast.Node) bool {
	if n == nil {
		return false
	}
	found := false
	inner := make(map[*ast.Ident]bool)
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && w.is(id) {
				inner[id] = true
				found = found || w.how.Methods[n.Sel.Name]
			}
		case *ast.Ident:
			found = found || w.p.TypesInfo.Uses[n] == w.v && !inner[n]
		}
		return !found
	})
	return found
}

// block follows a list of statements. It tells whether the message is settled
// on every way that falls out of its end, and whether there is such a way.
func (w *walk) block(list []ast.Stmt, settled bool) (bool, bool) {
	for _, stmt := range list {
		var falls bool
		if settled, falls = w.stmt(stmt, settled); !falls {
			return settled, false
		}
	}
	return settled, true
}

func (w *walk) stmt(stmt ast.Stmt, settled bool) (bool, bool) {
	switch s := stmt.(type) {
	case *ast.BlockStmt:
		return w.block(s.List, settled)
	case *ast.LabeledStmt:
		w.giveUp = true
	case *ast.IfStmt:
		return w.branch(s, settled || w.settlesIn(s.Init) || w.settles(s.Cond))
	case *ast.SwitchStmt:
		return w.clauses(s.Body, settled || w.settlesIn(s.Init) || w.tag(s.Tag), false)
	case *ast.TypeSwitchStmt:
		return w.clauses(s.Body, settled || w.settlesIn(s.Init), false)
	case *ast.SelectStmt:
		return w.clauses(s.Body, settled, true)
	case *ast.ForStmt, *ast.RangeStmt:
		return settled || w.settles(s), true // a loop inside is not followed
	case *ast.ReturnStmt:
		if !settled && !w.settles(s) && !w.loop {
			w.leaks = append(w.leaks, leak{stmt: s})
		}
		return settled, false
	case *ast.BranchStmt:
		if s.Label != nil || s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH {
			w.giveUp = true
		} else if s.Tok == token.CONTINUE && !settled {
			w.leaks = append(w.leaks, leak{stmt: s})
		}
		return settled, false
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && w.leaves(call) {
			return settled, false
		}
	}
	return settled || w.settles(stmt), true
}

func (w *walk) settlesIn(stmt ast.Stmt) bool { return stmt != nil && w.settles(stmt) }

func (w *walk) tag(expr ast.Expr) bool { return expr != nil && w.settles(expr) }

func (w *walk) branch(s *ast.IfStmt, settled bool) (bool, bool) {
	yes, yesFalls := w.block(s.Body.List, settled)
	no, noFalls := settled, true
	if s.Else != nil {
		no, noFalls = w.stmt(s.Else, settled)
	}
	return (yes || !yesFalls) && (no || !noFalls), yesFalls || noFalls
}

// clauses follows the clauses of a switch or select. A break inside leaves the
// statement, which is not followed.
func (w *walk) clauses(body *ast.BlockStmt, settled, sel bool) (bool, bool) {
	all, falls, covers := true, false, sel
	for _, c := range body.List {
		var list []ast.Stmt
		in := settled
		switch c := c.(type) {
		case *ast.CaseClause:
			list = c.Body
			covers = covers || c.List == nil
		case *ast.CommClause:
			list = c.Body
			in = in || w.settlesIn(c.Comm)
		}
		for _, stmt := range list {
			if b, ok := stmt.(*ast.BranchStmt); ok && b.Tok == token.BREAK {
				w.giveUp = true
			}
		}
		s, f := w.block(list, in)
		if f {
			all, falls = all && s, true
		}
	}
	if !covers {
		all, falls = all && settled, true
	}
	return all, falls
}

// leaves reports whether a call does not return.
func (w *walk) leaves(call *ast.CallExpr) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && w.p.TypesInfo.Uses[id] == types.Universe.Lookup("panic") {
		return true
	}
	return catalog.Raises[callmatch.CalleeName(w.p.TypesInfo, call)]
}
