package timerperpass

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A timer is one that a loop makes in each iteration, and a case that receives from it.
type timer struct {
	clause   *ast.CommClause
	channel  ast.Expr      // what the case receives from
	made     *ast.CallExpr // what makes the timer, in the loop
	periodic bool          // a ticker
}

// timerOf returns the timer of a case, nil where it is of something else, or made before the loop.
func (l *loop) timerOf(clause *ast.CommClause) *timer {
	if clause.Comm == nil {
		return nil
	}
	t := &timer{clause: clause, channel: syntax.Received(clause.Comm)}
	expr := ast.Unparen(t.channel)
	for range 3 { // a channel in a variable, of a timer in another
		if sel, ok := expr.(*ast.SelectorExpr); ok && sel.Sel.Name == "C" {
			expr = ast.Unparen(sel.X)
		}
		if id, ok := expr.(*ast.Ident); ok {
			v, ok := l.p.TypesInfo.Uses[id].(*types.Var)
			if !ok || !syntax.Within(l.body(), v.Pos()) {
				return nil
			}
			expr = ast.Unparen(localvar.Value(l.p.TypesInfo, l.cur.Node(), v))
		}
	}
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return nil
	}
	periodic, ok := catalog.StartsTimer[callmatch.CalleeName(l.p.TypesInfo, call)]
	t.made, t.periodic = call, periodic
	if !ok || !syntax.Within(l.body(), call.Pos()) {
		return nil
	}
	return t
}

func (l *loop) body() *ast.BlockStmt {
	if loop, ok := l.cur.Node().(*ast.ForStmt); ok {
		return loop.Body
	}
	return l.cur.Node().(*ast.RangeStmt).Body
}

// operates reports whether an iteration does something else than to wait in the select, whose timer may
// limit that: it calls, sends or receives, counts, or has its elements from a range.
func (l *loop) operates() bool {
	loop, ok := l.cur.Node().(*ast.ForStmt)
	found := !ok || loop.Post != nil
	ast.Inspect(l.body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt:
			if n == l.sel {
				return false
			}
			found = true
		case *ast.SendStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			name := callmatch.CalleeName(l.p.TypesInfo, n)
			_, starts := catalog.StartsTimer[name]
			found = found || !starts && !catalog.StopsTimer[name]
			return false
		}
		return !found
	})
	return found
}

// restarts returns another case after which the loop continues: a default, else one that receives data,
// or for a ticker any.
func (l *loop) restarts(t *timer) (found *ast.CommClause) {
	for _, c := range l.sel.Body.List {
		clause := c.(*ast.CommClause)
		if clause == t.clause || l.leaves(clause.Body) {
			continue
		}
		if clause.Comm == nil {
			return clause
		}
		ch := syntax.Received(clause.Comm)
		if ch == nil && !t.periodic || ch != nil && (l.endsLoop(clause) || l.rare(ch, t)) {
			continue // a timer beside a send limits it
		}
		if found == nil {
			found = clause
		}
	}
	return found
}

// rare reports whether a channel brings signals of the operating system, other ticks, the end of a
// context, or for a timer wake-ups without data.
func (l *loop) rare(ch ast.Expr, t *timer) bool {
	typ := l.p.TypesInfo.TypeOf(ch)
	return typ == nil || callmatch.IsSignals(typ) || syntax.IsTickType(typ) || !t.periodic && callmatch.IsSignal(typ)
}

// endsLoop reports whether a case for a stop signal may end the loop.
func (l *loop) endsLoop(clause *ast.CommClause) bool {
	ch := syntax.Received(clause.Comm)
	if typ := l.p.TypesInfo.TypeOf(ch); typ == nil || !callmatch.IsSignal(typ) {
		return false
	}
	found := false
	for _, stmt := range clause.Body {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || n.Tok == token.BREAK && n.Label != nil
			}
			return !found
		})
	}
	return found
}

// leaves reports whether a case's last statement leaves the loop.
func (l *loop) leaves(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch n := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return n.Tok == token.GOTO || n.Tok == token.BREAK && n.Label != nil
	case *ast.IfStmt:
		other, ok := n.Else.(*ast.BlockStmt)
		return ok && l.leaves(n.Body.List) && l.leaves(other.List)
	}
	return syntax.NeverReturns(l.p, body)
}

// works reports whether a case calls or sends something.
func works(body []ast.Stmt) bool {
	found := false
	for _, stmt := range body {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.CallExpr, *ast.SendStmt:
				found = true
			}
			return !found
		})
	}
	return found
}

// keepsAlive reports whether a case is for an idle connection, by the names of what it sends.
func keepsAlive(p *check.Pass, body []ast.Stmt) bool {
	for _, stmt := range body {
		text := strings.ToLower(p.Source(stmt))
		for _, word := range catalog.KeepsAlive {
			if strings.Contains(text, word) {
				return true
			}
		}
	}
	return false
}

// steady reports whether the interval is the same in each iteration: no time that is still left.
func (l *loop) steady(t *timer) bool {
	changes := false
	ast.Inspect(t.made.Args[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			conversion := l.p.TypesInfo.Types[n.Fun].IsType()
			fn := callmatch.Callee(l.p.TypesInfo, n)
			changes = changes || !conversion && (!t.periodic || fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time")
		case *ast.Ident:
			v, ok := l.p.TypesInfo.Uses[n].(*types.Var)
			changes = changes || ok && (syntax.Within(l.cur.Node(), v.Pos()) || l.assigns(v))
		}
		return !changes
	})
	return !changes
}

// assigns reports whether the loop changes a variable or field.
func (l *loop) assigns(v *types.Var) bool {
	found := false
	check := func(expr ast.Expr) {
		id, ok := ast.Unparen(expr).(*ast.Ident)
		if sel, isSel := ast.Unparen(expr).(*ast.SelectorExpr); isSel {
			id, ok = sel.Sel, true
		}
		found = found || ok && l.p.TypesInfo.Uses[id] == v
	}
	ast.Inspect(l.body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				check(lhs)
			}
		case *ast.IncDecStmt:
			check(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				check(n.X)
			}
		}
		return !found
	})
	return found
}
