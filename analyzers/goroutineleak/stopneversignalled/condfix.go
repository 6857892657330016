package stopneversignalled

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixLonelyCond signals the waiters after each change:
//
//	q.items = append(q.items, v)
//	q.ready.Broadcast()
func fixLonelyCond(p *check.Pass, wait astindex.Call, list []change) *edit.Fix {
	e := p.Edit(wait.Expr.Pos())
	for _, c := range list {
		cond := condAt(p, waitgroup.Receiver(wait.Expr), c)
		if cond == "" || p.Fset.File(c.stmt.Pos()) != p.Fset.File(wait.Expr.Pos()) {
			return nil
		}
		e.After(c.stmt, cond+".Broadcast()")
	}
	return e.Fix("Call Broadcast when "+p.Source(list[0].lhs)+" changes", "")
}

// condAt returns what the condition that cond names is called at a change: the
// same variable, or the field beside the one that changes.
func condAt(p *check.Pass, cond ast.Expr, c change) string {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.Ident:
		if v, ok := p.TypesInfo.Uses[cond].(*types.Var); ok && syntax.VisibleAt(p, v, c.stmt.Pos()) {
			return cond.Name
		}
	case *ast.SelectorExpr:
		lhs := c.lhs
		if elem, ok := lhs.(*ast.IndexExpr); ok {
			lhs = elem.X
		}
		sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
		if ok && types.Identical(p.TypesInfo.TypeOf(sel.X), p.TypesInfo.TypeOf(cond.X)) {
			return p.Source(sel.X) + "." + cond.Sel.Name
		}
	}
	return ""
}
