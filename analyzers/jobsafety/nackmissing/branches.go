package nackmissing

import (
	"go/ast"
	"go/token"
)

// branch follows both branches of an if statement. One on which there is nothing to settle
// counts as settled. If a setting decides, and nothing of the message does, not settling it
// is intended.
func (w *walk) branch(s *ast.IfStmt, done settled) (settled, bool) {
	noneThen, noneElse := w.nothing(s.Cond)
	noneThen = noneThen || w.unusable(s)
	then, otherwise := w.outcome(s.Cond, done)
	yes, yesFalls := w.spared(s.Body, then, noneThen)
	no, noFalls := otherwise, true
	switch {
	case s.Else != nil:
		no, noFalls = w.spared(s.Else, otherwise, noneElse)
	case noneElse, yes == always && done != always && (!w.dependsOnBody(s.Cond) || w.isKind(s.Cond)):
		no = always
	}
	switch {
	case yesFalls && noFalls:
		return join(yes, no), true
	case yesFalls:
		return yes, true
	}
	return no, noFalls
}

// spared follows a path on which there may be nothing to settle.
func (w *walk) spared(stmt ast.Stmt, done settled, none bool) (settled, bool) {
	if !none {
		return w.stmt(stmt, done)
	}
	return w.stmt(stmt, always)
}

// clauses follows the clauses of a switch or select, of which one is taken for
// certain when they cover all there is.
func (w *walk) clauses(body *ast.BlockStmt, done settled, covers bool) (settled, bool) {
	w.breaks = append(w.breaks, nil)
	var ways []settled
	for _, c := range body.List {
		var list []ast.Stmt
		in, none := done, false
		switch c := c.(type) {
		case *ast.CaseClause:
			list = c.Body
			covers = covers || c.List == nil
			for _, expr := range c.List {
				then, _ := w.nothing(expr)
				none = none || then || w.mentionsFailed(expr)
			}
		case *ast.CommClause:
			list = c.Body
			in = in.or(w.settlesIn(c.Comm))
			none = w.isOver(c.Comm)
		}
		end, falls := w.spared(&ast.BlockStmt{List: list}, in, none)
		if falls {
			ways = append(ways, end)
		}
	}
	last := len(w.breaks) - 1
	ways = append(ways, w.breaks[last]...)
	w.breaks = w.breaks[:last]
	if !covers {
		ways = append(ways, done)
	}
	if len(ways) == 0 {
		return done, false
	}
	return join(ways...), true
}

// nothing reports whether cond says that there is nothing to settle when it
// holds, or when it does not: no message, or a consumer that has come to its end.
func (w *walk) nothing(cond ast.Expr) (then, otherwise bool) {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			otherwise, then = w.nothing(c.X)
			return then, otherwise
		}
	case *ast.Ident:
		return false, w.tellsNone[w.p.TypesInfo.Uses[c]] // ok
	case *ast.CallExpr:
		return w.over(c) || w.mentions(c, w.tellsNone), w.can(c)
	case *ast.BinaryExpr:
		if !w.p.TypesInfo.Types[c.Y].IsNil() {
			break
		}
		none := w.is(c.X) && c.Op == token.EQL || c.Op == token.NEQ && (w.mentions(c.X, w.tellsNone) || w.over(c.X))
		some := w.is(c.X) && c.Op == token.NEQ || c.Op == token.EQL && (w.mentions(c.X, w.tellsNone) || w.over(c.X))
		return none, some
	}
	return w.mentions(cond, w.tellsNone), false
}
