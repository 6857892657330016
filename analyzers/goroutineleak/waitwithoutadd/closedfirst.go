package waitwithoutadd

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// closedFirst returns the test of a flag in front of an Add that every function sets before it waits:
// no Add comes once a Wait has begun.
//
//	if w.closed {
//		return
//	}
//	w.group.Add(1)
func closedFirst(p *check.Pass, c *waitgroup.Counter, add astindex.Call) token.Pos {
	for flag, pos := range testedBefore(p, add) {
		set := len(c.Waits) > 0
		for _, wait := range c.Waits {
			set = set && setsBefore(p, wait, flag)
		}
		if set {
			return pos
		}
	}
	return token.NoPos
}

// testedBefore returns the flags in fields for which a function returns before a call.
func testedBefore(p *check.Pass, call astindex.Call) map[*types.Var]token.Pos {
	flags := make(map[*types.Var]token.Pos)
	ast.Inspect(call.In, func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		if !ok || test.End() > call.Expr.Pos() || len(test.Body.List) == 0 {
			return true
		}
		_, returns := test.Body.List[len(test.Body.List)-1].(*ast.ReturnStmt)
		if flag := callmatch.Field(p.TypesInfo, test.Cond); returns && flag != nil {
			flags[flag] = test.Pos()
		}
		return true
	})
	return flags
}

// setsBefore reports whether the function of a call sets a flag before.
func setsBefore(p *check.Pass, call astindex.Call, flag *types.Var) bool {
	found := false
	ast.Inspect(call.In, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.End() > call.Expr.Pos() || len(assign.Lhs) != 1 || callmatch.Field(p.TypesInfo, assign.Lhs[0]) != flag {
			return !found
		}
		v := p.TypesInfo.Types[assign.Rhs[0]].Value
		found = found || v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
		return !found
	})
	return found
}
