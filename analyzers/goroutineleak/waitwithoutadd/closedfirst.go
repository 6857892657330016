package waitwithoutadd

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// closedFirst returns the test of a flag in front of an Add, in one critical section with it, that every
// function sets under the same lock before it waits: no Add comes once a Wait has begun.
//
//	w.mu.Lock()
//	if w.closed {
//		w.mu.Unlock()
//		return
//	}
//	w.group.Add(1)
//	w.mu.Unlock()
func closedFirst(p *check.Pass, c *waitgroup.Counter, add astindex.Call) token.Pos {
	for flag, pos := range testedBefore(p, add) {
		for lock, since := range held(p, add.In, add.Expr.Pos()) {
			set := len(c.Waits) > 0 && since < pos
			for _, wait := range c.Waits {
				set = set && setsBefore(p, wait, flag, lock)
			}
			if set {
				return pos
			}
		}
	}
	return token.NoPos
}

// held returns the locks in fields that a function holds at a place, with where each is acquired: what it
// does on paths that return before does not count.
func held(p *check.Pass, fn ast.Node, at token.Pos) map[*types.Var]token.Pos {
	locks := make(map[*types.Var]token.Pos)
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == fn
		case *ast.DeferStmt:
			return false
		case *ast.IfStmt:
			return n.End() > at || !leaves(n.Body)
		case *ast.CallExpr:
			op, ok := catalog.Locks[callmatch.CalleeName(p.TypesInfo, n)]
			sel, isMethod := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if lock := lockOf(p, sel); !ok || !isMethod || n.Pos() > at || lock == nil {
				return true
			} else if op.Acquire && !op.Try {
				locks[lock] = n.Pos()
			} else {
				delete(locks, lock)
			}
		}
		return true
	})
	return locks
}

func lockOf(p *check.Pass, sel *ast.SelectorExpr) *types.Var {
	if sel == nil {
		return nil
	}
	return callmatch.Field(p.TypesInfo, sel.X)
}

// leaves reports whether a block ends in a return.
func leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, returns := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return returns
}

// testedBefore returns the flags in fields for which a function returns before a call.
func testedBefore(p *check.Pass, call astindex.Call) map[*types.Var]token.Pos {
	flags := make(map[*types.Var]token.Pos)
	ast.Inspect(call.In, func(n ast.Node) bool {
		test, ok := n.(*ast.IfStmt)
		if !ok || test.End() > call.Expr.Pos() {
			return true
		}
		if flag := callmatch.Field(p.TypesInfo, test.Cond); flag != nil && leaves(test.Body) {
			flags[flag] = test.Pos()
		}
		return true
	})
	return flags
}

// setsBefore reports whether the function of a call sets a flag before, under a lock.
func setsBefore(p *check.Pass, call astindex.Call, flag, lock *types.Var) bool {
	found := false
	ast.Inspect(call.In, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.End() > call.Expr.Pos() || len(assign.Lhs) != 1 || callmatch.Field(p.TypesInfo, assign.Lhs[0]) != flag {
			return !found
		}
		v := p.TypesInfo.Types[assign.Rhs[0]].Value
		_, locked := held(p, call.In, assign.Pos())[lock]
		found = found || locked && v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
		return !found
	})
	return found
}
