package timebound

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// InAllRounds returns the sum of an expression's greatest values over the iterations of the
// loop, or infinity.
func (b *Bound) InAllRounds(expr ast.Expr) (sum float64) {
	if b.Rounds > 10_000 {
		return math.Inf(1)
	}
	for last := b.last; b.last > last-b.Rounds; b.last-- {
		n, known := b.Most(expr)
		if !known {
			return math.Inf(1)
		}
		sum += n
	}
	return sum
}

// Capped returns the value above which a variable is set back before a pause, in the same
// block or in one around it, and is not assigned to between the two.
//
//	if delay > max {
//		delay = max
//	}
//	time.Sleep(delay)
func (b *Bound) Capped(pause inspector.Cursor, v *types.Var) (float64, bool) {
	for c := pause; ; c = c.Parent() {
		switch n := c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return 0, false
		case *ast.ForStmt, *ast.RangeStmt:
			if assigns(b.Info, n, v) {
				return 0, false
			}
		}
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		list := astindex.Stmts(c.Parent().Node())
		for i := slices.Index(list, stmt) - 1; i >= 0; i-- {
			if n, known := b.setBack(list[i], v); known {
				return n, true
			}
			if assigns(b.Info, list[i], v) {
				return 0, false
			}
		}
	}
}

// setBack returns the greatest value that a statement leaves a variable with which it
// sets back when it is greater.
func (b *Bound) setBack(stmt ast.Stmt, v *types.Var) (float64, bool) {
	test, ok := stmt.(*ast.IfStmt)
	if !ok || test.Else != nil || len(test.Body.List) != 1 {
		return 0, false
	}
	cond, okCond := test.Cond.(*ast.BinaryExpr)
	set, okSet := test.Body.List[0].(*ast.AssignStmt)
	if !okCond || !okSet || cond.Op != token.GTR && cond.Op != token.GEQ || set.Tok != token.ASSIGN || len(set.Lhs) != 1 ||
		syntax.LocalVariable(b.Info, cond.X) != v || syntax.LocalVariable(b.Info, set.Lhs[0]) != v {
		return 0, false
	}
	limit, known := b.Most(cond.Y)
	to, alsoKnown := b.Most(set.Rhs[0])
	return max(limit, to), known && alsoKnown
}

// left returns the greatest time there can be until a moment that is computed from the
// present one.
//
//	end := time.Now().Add(window)
//	time.Sleep(time.Until(end))
func (b *Bound) left(moment ast.Expr) (float64, bool) {
	add := b.made(moment)
	if add == nil || callmatch.CalleeName(b.Info, add) != "(time.Time).Add" {
		return 0, false
	}
	sel, ok := ast.Unparen(add.Fun).(*ast.SelectorExpr)
	if !ok {
		return 0, false
	}
	from := b.made(sel.X)
	if from == nil || !catalog.Clocks[callmatch.CalleeName(b.Info, from)] {
		return 0, false
	}
	return b.Most(add.Args[0])
}

// returned returns the greatest value that a function of the package gives, whatever its
// parameters are.
func (b *Bound) returned(call *ast.CallExpr) (most float64, known bool) {
	fn := callmatch.Callee(b.Info, call)
	decl := astindex.Of(b.P.Pass).Decls[fn]
	if fn == nil || decl == nil || decl.Body == nil || b.inside || fn.Signature().Results().Len() != 1 {
		return 0, false
	}
	callee := &Bound{P: b.P, Info: b.Info, Scope: decl, inside: true}
	known = true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			value, ok := 0.0, len(n.Results) == 1
			if ok {
				value, ok = callee.Most(n.Results[0])
			}
			most, known = max(most, value), known && ok
		}
		return known
	})
	return most, known && most > 0
}

// made returns the call that an expression is, or that makes what the local variable
// holds that it names.
func (b *Bound) made(expr ast.Expr) *ast.CallExpr {
	if v := syntax.LocalVariable(b.Info, expr); v != nil {
		expr = localvar.Value(b.Info, b.Scope, v)
	}
	call, _ := ast.Unparen(expr).(*ast.CallExpr)
	return call
}
