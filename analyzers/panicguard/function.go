package panicguard

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A function is the declaration or literal around a statement.
type function struct {
	node ast.Node
	typ  *ast.FuncType
	name string // for messages
}

func enclosing(cur inspector.Cursor) *function {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch n := fn.Node().(type) {
		case *ast.FuncDecl:
			return &function{n, n.Type, n.Name.Name}
		case *ast.FuncLit:
			return &function{n, n.Type, "this function"}
		}
	}
	return nil
}

// errorResult returns the last result if it is an error, else nil.
func errorResult(info *types.Info, ft *ast.FuncType) *ast.Field {
	if ft.Results == nil || len(ft.Results.List) == 0 {
		return nil
	}
	last := ft.Results.List[len(ft.Results.List)-1]
	if !callmatch.IsError(info.TypeOf(last.Type)) {
		return nil
	}
	return last
}

// neverFails reports whether every return of fn behind a place gives nil as the error:
// then its callers are told of no failure there, and a panic is none among others.
func neverFails(info *types.Info, fn *function, from token.Pos) bool {
	returns, fails := 0, false
	ast.Inspect(fn.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == fn.node
		case *ast.ReturnStmt:
			if n.Pos() < from {
				return false
			}
			returns++
			fails = fails || len(n.Results) == 0 || !info.Types[n.Results[len(n.Results)-1]].IsNil()
		}
		return true
	})
	return returns > 0 && !fails
}

// resultName returns the name of the last result, "" if it cannot be set by one.
func resultName(ft *ast.FuncType) string {
	last := ft.Results.List[len(ft.Results.List)-1]
	if len(last.Names) == 0 || last.Names[len(last.Names)-1].Name == "_" {
		return ""
	}
	return last.Names[len(last.Names)-1].Name
}
