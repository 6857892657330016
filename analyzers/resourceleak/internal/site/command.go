package site

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// command returns the function around a place that runs a command of the program, itself or as what nothing but commands
// calls, down to a depth: when it returns, the process ends.
func command(p *check.Pass, at inspector.Cursor, depth int) ast.Node {
	for c := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		params := paramsOf(c.Node())
		for _, field := range params.List {
			if catalog.CommandArgs[callmatch.TypeName(p.TypesInfo.TypeOf(field.Type))] {
				return c.Node()
			}
		}
		if decl, ok := c.Node().(*ast.FuncDecl); ok && depth > 1 {
			return calledByCommands(p, at.Inspector(), decl, depth-1)
		}
	}
	return nil
}

func paramsOf(fn ast.Node) *ast.FieldList {
	if lit, ok := fn.(*ast.FuncLit); ok {
		return lit.Type.Params
	}
	return fn.(*ast.FuncDecl).Type.Params
}

// calledByCommands returns the last of the commands that call a function which nothing else calls.
func calledByCommands(p *check.Pass, in *inspector.Inspector, decl *ast.FuncDecl, depth int) (by ast.Node) {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	if !ok || fn.Exported() || len(index.Values[fn]) > 0 {
		return nil
	}
	for _, call := range index.Calls[fn] {
		cur, ok := astindex.Find(in, call.Expr)
		if !ok {
			return nil
		}
		if by = command(p, cur, depth); by == nil || repeats(cur) {
			return nil
		}
	}
	return by
}

// repeats reports whether a loop or a goroutine of its function makes a call, which may then be made for as long as the
// program runs.
func repeats(call inspector.Cursor) bool {
	for range call.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.GoStmt)(nil)) {
		return true
	}
	return false
}
