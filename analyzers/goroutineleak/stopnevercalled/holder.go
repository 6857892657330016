package stopnevercalled

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
)

// afterCheck returns the statement after which the value is usable: the one that makes it,
// or the test of the error it comes with.
func afterCheck(p *check.Pass, call inspector.Cursor) (ast.Stmt, bool) {
	for c := range call.Enclosing() {
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		list := astindex.Stmts(c.Parent().Node())
		for i, s := range list {
			if s != stmt {
				continue
			}
			if i+1 < len(list) && testsError(p, stmt, list[i+1]) {
				return list[i+1], true
			}
			return stmt, true
		}
		return nil, false
	}
	return nil, false
}

// testsError reports whether next is an if statement about an error that stmt
// assigns.
func testsError(p *check.Pass, stmt, next ast.Stmt) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	test, isIf := next.(*ast.IfStmt)
	if !ok || !isIf || test.Init != nil {
		return false
	}
	for _, lhs := range assign.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		if ok && callmatch.IsError(v.Type()) && syntax.UsesIn(p.TypesInfo, test.Cond, v) {
			return true
		}
	}
	return false
}

// callable returns the first of the methods that takes nothing, or a context.
func callable(p *check.Pass, t types.Type, methods []string) *types.Func {
	for _, name := range methods {
		obj, _, _ := types.LookupFieldOrMethod(t, true, p.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		params := fn.Signature().Params()
		if params.Len() == 0 || params.Len() == 1 && ctxscope.IsContext(params.At(0).Type()) {
			return fn
		}
	}
	return nil
}

// holderOf returns the variable or field for the value under obligation, nil
// when it has no name, or one of a type without the method.
func holderOf(p *check.Pass, call inspector.Cursor, fact *muststop.Fact) ast.Expr {
	expr := call.Node().(*ast.CallExpr)
	if fact.Value == muststop.Receiver {
		if sel, ok := ast.Unparen(expr.Fun).(*ast.SelectorExpr); ok {
			return sel.X
		}
		return nil
	}
	assign, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 || fact.Value >= len(assign.Lhs) {
		return nil
	}
	lhs := assign.Lhs[fact.Value]
	v := syntax.RootVar(p.TypesInfo, lhs)
	if id, ok := lhs.(*ast.Ident); ok {
		v, _ = p.TypesInfo.ObjectOf(id).(*types.Var)
	}
	if v == nil || v.Name() == "_" || callable(p, p.TypesInfo.TypeOf(lhs), fact.Methods) == nil {
		return nil
	}
	return lhs
}
