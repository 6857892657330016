package failedconstructor

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// repeats reports whether the program survives a failure of a function and calls it again: from a loop
// that continues, or for each request.
func (c *constructor) repeats(fn ast.Node, depth int) bool {
	decl, ok := fn.(*ast.FuncDecl)
	if !ok || depth == 0 {
		return false
	}
	obj, ok := c.p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok {
		return false
	}
	return slices.ContainsFunc(astindex.Of(c.p.Pass).Calls[obj.Origin()], func(call astindex.Call) bool {
		cur, ok := astindex.Find(c.cur.Inspector(), call.Expr)
		if !ok || c.exitsOnError(cur) {
			return false
		}
		sig := astindex.Signature(c.p.TypesInfo, call.In)
		again := sig != nil && astindex.AnswersRequests(sig) || inFor(cur) && !c.returnsOnError(cur)
		return again || c.repeats(call.In, depth-1)
	})
}

// inFor reports whether the function around a call makes it in a loop that is none over given values.
func inFor(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		_, loop := c.Node().(*ast.ForStmt)
		return loop
	}
	return false
}

// returnsOnError reports whether the function returns the error of the call at cur.
func (c *constructor) returnsOnError(cur inspector.Cursor) bool {
	_, returns := lastOf(c.onError(cur)).(*ast.ReturnStmt)
	for up := range cur.Enclosing((*ast.ReturnStmt)(nil), (*ast.BlockStmt)(nil)) {
		_, direct := up.Node().(*ast.ReturnStmt)
		return returns || direct
	}
	return returns
}

// exitsOnError reports whether the process ends where the call at cur has failed.
func (c *constructor) exitsOnError(cur inspector.Cursor) bool {
	expr, ok := lastOf(c.onError(cur)).(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := expr.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, _ := call.Fun.(*ast.Ident)
	_, exits := catalog.Exits[callmatch.CalleeName(c.p.TypesInfo, call)]
	return exits || id != nil && id.Name == "panic"
}

func lastOf(body *ast.BlockStmt) ast.Stmt {
	if body == nil || len(body.List) == 0 {
		return nil
	}
	return body.List[len(body.List)-1]
}

// onError returns what the test of the error of a call does, which is the statement around the call or
// the one that follows.
func (c *constructor) onError(cur inspector.Cursor) *ast.BlockStmt {
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	test, ok := stmt.Node().(*ast.IfStmt)
	if next, after := stmt.NextSibling(); !ok && after {
		test, ok = next.Node().(*ast.IfStmt)
	}
	if !ok || callmatch.TestedError(c.p.TypesInfo, test.Cond) == nil {
		return nil
	}
	return test.Body
}
