package expireapart

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/rediscmd"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// tests looks for conditions about the results of commands.
type tests struct {
	p  *check.Pass
	of []*rediscmd.Command
}

func (t tests) any(cond ast.Expr) bool {
	return slices.ContainsFunc(t.of, func(c *rediscmd.Command) bool { return t.first(cond, c) })
}

// first reports whether a condition tells the first of the calls from the others: that of a claim which
// succeeds, and a count of one. A count that is too high tells nothing about the first.
func (t tests) first(cond ast.Expr, c *rediscmd.Command) (found bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if found = found || t.counts(n, c); n.Op != token.LAND && n.Op != token.LOR {
				found = found || c.Effect != catalog.RedisCounts && c.Effect != catalog.RedisPuts && t.result(n, c)
				return false
			}
		case *ast.Ident, *ast.CallExpr:
			found = found || t.result(n.(ast.Expr), c) && isBool(t.p, n.(ast.Expr))
			return false
		}
		return !found
	})
	return found
}

func isBool(p *check.Pass, expr ast.Expr) bool {
	b, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// counts reports whether a comparison is of a count with one, or with the number that was added.
func (t tests) counts(n *ast.BinaryExpr, c *rediscmd.Command) bool {
	x, y := n.X, n.Y
	if !t.result(x, c) {
		if x, y = y, x; !t.result(x, c) {
			return false
		}
	}
	if t.p.TypesInfo.Types[y].IsNil() {
		return false
	}
	switch n.Op {
	case token.EQL, token.NEQ:
		return true
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		v := t.p.TypesInfo.Types[y].Value
		return v != nil && v.Kind() == constant.Int && constant.Compare(v, token.LEQ, constant.MakeInt64(2))
	}
	return false
}

// result reports whether an expression is made of the result of a command, other than its error.
func (t tests) result(expr ast.Expr, c *rediscmd.Command) (found bool) {
	if callmatch.IsError(t.p.TypesInfo.TypeOf(expr)) {
		return false
	}
	v := given(t.p, c)
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || v != nil && t.p.TypesInfo.Uses[n] == v
		case *ast.CallExpr:
			found = found || n == c.Call
			return !callmatch.IsError(t.p.TypesInfo.TypeOf(n))
		}
		return !found
	})
	return found
}

// given returns the variable that gets the result of a command, or the command itself.
func given(p *check.Pass, c *rediscmd.Command) *types.Var {
	cur := c.Cur
	for {
		if list, _ := localvar.Targets(cur); len(list) > 0 {
			return rediscmd.Variable(p, list[0])
		}
		switch cur.Parent().Node().(type) {
		case *ast.CallExpr, *ast.SelectorExpr, *ast.ParenExpr:
			cur = cur.Parent()
		default:
			return nil
		}
	}
}
