package failedconstructor

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// cause returns the call whose error a return follows: that of the innermost test around it, in the test or assigned
// right before. It is nil where no test of an error is around it.
func (c *constructor) cause(ret *ast.ReturnStmt) *ast.CallExpr {
	cur, ok := astindex.Find(c.cur.Inspector(), ret)
	if !ok {
		return nil
	}
	for at := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		test, ok := at.Node().(*ast.IfStmt)
		if !ok {
			return nil
		}
		if tested := callmatch.TestedError(c.p.TypesInfo, test.Cond); tested != nil && syntax.Within(test.Body, ret.Pos()) {
			before := ast.Node(test.Init)
			if prev, ok := at.PrevSibling(); ok && test.Init == nil {
				before = prev.Node()
			}
			return c.assignedFrom(before, localOf(c.p.TypesInfo, tested))
		}
	}
	return nil
}

// assignedFrom returns the call that a statement assigns to an error, nil if it does not.
func (c *constructor) assignedFrom(stmt ast.Node, err *types.Var) *ast.CallExpr {
	lhs, rhs := assigned(stmt)
	if len(rhs) != 1 || err == nil || localOf(c.p.TypesInfo, lhs[len(lhs)-1]) != err {
		return nil
	}
	call, _ := ast.Unparen(rhs[0]).(*ast.CallExpr)
	return call
}

// impossible reports whether a return follows the error of a call that fails for no value of the types that it is
// made for.
func (c *constructor) impossible(ret *ast.ReturnStmt) bool {
	call := c.cause(ret)
	return call != nil && catalog.FailsForType[callmatch.CalleeName(c.p.TypesInfo, call)]
}

// rare returns the doubt that all of the returns follow errors of one kind: of constants of the program, of text that the
// configuration has, of reading what a process writes, which ends with that, or of a function that closes what it is passed.
func (c *constructor) rare(o *opened, all []*ast.ReturnStmt) []check.Doubt {
	each := func(match func(*ast.CallExpr) bool) bool {
		return !slices.ContainsFunc(all, func(ret *ast.ReturnStmt) bool {
			call := c.cause(ret)
			return call == nil || !match(call)
		})
	}
	switch {
	case each(func(call *ast.CallExpr) bool { return astindex.FailsByConstants(c.p.TypesInfo, c.fn, call) }):
		return []check.Doubt{check.Doubting(verdict.OwnConstants, all[0].Pos())}
	case each(func(call *ast.CallExpr) bool {
		return catalog.ClosesOnFailure[callmatch.CalleeName(c.p.TypesInfo, call)] && c.mentions(o.holders, call)
	}):
		return []check.Doubt{check.Doubting(verdict.ClosedThere, all[0].Pos())}
	case each(func(call *ast.CallExpr) bool { return catalog.ParsesText[callmatch.CalleeName(c.p.TypesInfo, call)] }):
		return []check.Doubt{check.Doubting(verdict.Deployed, all[0].Pos())}
	case o.kind == child && each(func(call *ast.CallExpr) bool { return catalog.ReadsToEnd[callmatch.CalleeName(c.p.TypesInfo, call)] }):
		return []check.Doubt{check.Doubting(verdict.OutputEnds, all[0].Pos())}
	}
	return nil
}
