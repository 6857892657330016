package ctxend

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// ends returns the ending that stmt is for the context, nil if control can pass
// it while the context lives.
func (r *Region) ends(stmt ast.Stmt) *Ending {
	switch s := stmt.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			if r.isCancel(call) {
				return r.ending(s.Pos(), "the cancel function of %s was called")
			}
			return r.waited(call)
		}
		if r.isDone(s) {
			return r.ending(s.Pos(), "<-%s.Done() has returned")
		}
	case *ast.AssignStmt:
		if call, ok := s.Rhs[0].(*ast.CallExpr); ok {
			return r.waited(call)
		}
	case *ast.IfStmt:
		if s.Init != nil {
			return r.ends(s.Init)
		}
	case *ast.SelectStmt:
		return r.selects(s)
	case *ast.LabeledStmt:
		if r.may { // else a break with the label would count as an exit
			return r.ends(s.Stmt)
		}
	case *ast.ForStmt:
		return r.loops(s.Body)
	case *ast.RangeStmt:
		return r.loops(s.Body)
	}
	return nil
}

// loops handles a loop that the end of the context leaves, and perhaps other things
// do:
//
//	case <-ctx.Done():
//		break loop
func (r *Region) loops(body *ast.BlockStmt) *Ending {
	if !r.may {
		return nil
	}
	var found *Ending
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			if b := lastBreak(n.Body); n.Comm != nil && r.isDone(n.Comm) && b != nil && b.Label != nil {
				found = r.ending(n.Comm.Pos(), "<-%s.Done() has returned")
			}
		case *ast.IfStmt:
			if r.isErr(n.Cond) && lastBreak(n.Body.List) != nil {
				found = r.ending(n.Cond.Pos(), "%s.Err() is not nil")
			}
		}
		return found == nil
	})
	return found
}

// returns handles a statement with a return that the end of the context leads to, after which deferred
// calls run; others may do so, too.
func (r *Region) returns(stmt ast.Stmt) *Ending {
	if !r.may {
		return nil
	}
	var found *Ending
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CommClause:
			if n.Comm != nil && r.isDone(n.Comm) && len(n.Body) > 0 {
				if _, ok := n.Body[len(n.Body)-1].(*ast.ReturnStmt); ok {
					found = r.ending(n.Comm.Pos(), "<-%s.Done() has returned")
				}
			}
		}
		return found == nil
	})
	return found
}

// selects handles a select that control passes only when the context is done.
func (r *Region) selects(s *ast.SelectStmt) *Ending {
	var found *Ending
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CommClause)
		switch {
		case clause.Comm != nil && r.isDone(clause.Comm) && (!syntax.Leaves(clause.Body) || r.may && Breaks(clause.Body)):
			found = r.ending(clause.Comm.Pos(), "<-%s.Done() has returned")
			if r.may {
				return found
			}
		case syntax.Leaves(clause.Body) && !Breaks(clause.Body) || r.may:
		default:
			return nil
		}
	}
	return found
}

// Breaks reports whether a list ends in a plain break, which leaves no more than
// the select.
func Breaks(list []ast.Stmt) bool {
	b := lastBreak(list)
	return b != nil && b.Label == nil
}

// lastBreak returns the break that a list ends in, nil if it does not.
func lastBreak(list []ast.Stmt) *ast.BranchStmt {
	if len(list) == 0 {
		return nil
	}
	if b, ok := list[len(list)-1].(*ast.BranchStmt); ok && b.Tok == token.BREAK {
		return b
	}
	return nil
}

// waited handles g.Wait() of the group that the context belongs to: its context
// is cancelled when Wait returns.
func (r *Region) waited(call *ast.CallExpr) *Ending {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !catalog.Joins[callmatch.CalleeName(r.P.TypesInfo, call)] {
		return nil
	}
	if made := r.madeWith(sel.X); made != nil && catalog.ContextEnds[callmatch.CalleeName(r.P.TypesInfo, made)] == "group" {
		e := r.ending(call.Pos(), r.P.Source(call)+" has returned and canceled %s")
		e.Group = true
		return e
	}
	return nil
}

// madeWith returns the call that made both the context and what expr denotes,
// nil if there is none.
func (r *Region) madeWith(expr ast.Expr) *ast.CallExpr {
	ctx, other := r.Value(r.Ctx), r.Value(expr)
	if call, ok := ctx.(*ast.CallExpr); ok && ctx == other {
		return call
	}
	return nil
}

// Value returns what the variable that expr names holds for its whole life.
func (r *Region) Value(expr ast.Expr) ast.Expr {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := r.P.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return nil
	}
	if value := localvar.Value(r.P.TypesInfo, r.Scope, v); value != nil {
		return value
	}
	// A parameter that is reassigned immediately: ctx, cancel := context.WithCancel(ctx).
	if value := localvar.Assigned(r.P.TypesInfo, r.Scope, v); value != nil && value.End() < id.Pos() {
		return value
	}
	return nil
}

// isCancel reports whether call calls the cancel function of the context.
func (r *Region) isCancel(call *ast.CallExpr) bool {
	return r.madeWith(call.Fun) != nil || r.cancelsField(call.Fun)
}

// Cancels reports whether a deferred call is one of the context's cancel function, or
// of a literal that calls it whatever happens.
func (r *Region) Cancels(d *ast.DeferStmt) bool {
	lit, ok := d.Call.Fun.(*ast.FuncLit)
	return r.isCancel(d.Call) || ok && slices.ContainsFunc(lit.Body.List, func(stmt ast.Stmt) bool {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := expr.X.(*ast.CallExpr)
		return ok && r.isCancel(call)
	})
}

// isDone reports whether stmt receives from the context's Done channel.
func (r *Region) isDone(stmt ast.Stmt) bool {
	var expr ast.Expr
	switch s := stmt.(type) {
	case *ast.ExprStmt:
		expr = s.X
	case *ast.AssignStmt:
		expr = s.Rhs[0]
	}
	recv, ok := ast.Unparen(expr).(*ast.UnaryExpr)
	return ok && recv.Op == token.ARROW && r.isMethod(recv.X, "(context.Context).Done")
}

// isErr reports whether cond is ctx.Err() != nil.
func (r *Region) isErr(cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && b.Op == token.NEQ && r.isMethod(b.X, "(context.Context).Err") && r.P.TypesInfo.Types[b.Y].IsNil()
}

// isMethod reports whether expr calls the named method on the context.
func (r *Region) isMethod(expr ast.Expr, name string) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok || callmatch.CalleeName(r.P.TypesInfo, call) != name {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && Path(r.P.TypesInfo, sel.X) == r.Path
}
