package swallowedpanic

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/result"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

func enclosing(cur inspector.Cursor) *result.Func {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch n := fn.Node().(type) {
		case *ast.FuncDecl:
			return &result.Func{Node: n, Type: n.Type, Name: n.Name.Name}
		case *ast.FuncLit:
			return &result.Func{Node: n, Type: n.Type, Name: "this function"}
		}
	}
	return nil
}

// failure returns what follows the name of the last result where that says that fn has
// failed: nothing for an error, the field of a struct which fn returns with its error set
// there, as in
//
//	return Outcome{Output: out, Err: err}
func failure(info *types.Info, fn *result.Func, from token.Pos) (field string, ok bool) {
	if result.Error(info, fn.Type) != nil {
		return "", !neverFails(info, fn, from)
	}
	if fn.Type.Results == nil || len(fn.Type.Results.List) == 0 {
		return "", false
	}
	results := fn.Type.Results.List
	st, isStruct := info.TypeOf(results[len(results)-1].Type).Underlying().(*types.Struct)
	if !isStruct {
		return "", false
	}
	eachReturn(fn, from, func(ret *ast.ReturnStmt) {
		if len(ret.Results) == 0 {
			return
		}
		if name := errorKey(info, ret.Results[len(ret.Results)-1], st); name != "" {
			field, ok = "."+name, true
		}
	})
	return field, ok
}

// errorKey returns the field of type error that a literal of the struct sets.
func errorKey(info *types.Info, expr ast.Expr, st *types.Struct) string {
	lit, ok := ast.Unparen(expr).(*ast.CompositeLit)
	if !ok || !types.Identical(info.TypeOf(lit).Underlying(), st) {
		return ""
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return ""
		}
		if id, ok := kv.Key.(*ast.Ident); ok && !info.Types[kv.Value].IsNil() && callmatch.IsError(info.TypeOf(kv.Value)) {
			return id.Name
		}
	}
	return ""
}

// eachReturn visits the return statements of fn after a place.
func eachReturn(fn *result.Func, from token.Pos, visit func(*ast.ReturnStmt)) {
	ast.Inspect(fn.Node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == fn.Node
		case *ast.ReturnStmt:
			if n.Pos() > from {
				visit(n)
			}
		}
		return true
	})
}

// neverFails reports whether every return of fn after a place has nil as the error: then
// its callers see no failure there, and a panic is one more. Callers that get a pointer
// with it, never nil, take it for a result.
func neverFails(info *types.Info, fn *result.Func, from token.Pos) bool {
	returns, fails, answers := 0, false, true
	eachReturn(fn, from, func(ret *ast.ReturnStmt) {
		returns++
		fails = fails || len(ret.Results) == 0 || !info.Types[ret.Results[len(ret.Results)-1]].IsNil()
		answers = answers && len(ret.Results) > 1 && isAnswer(info, ret.Results[0])
	})
	return returns > 0 && !fails && !answers
}

func isAnswer(info *types.Info, expr ast.Expr) bool {
	tv := info.Types[expr]
	if tv.IsNil() || tv.Type == nil {
		return false
	}
	_, pointer := tv.Type.Underlying().(*types.Pointer)
	return pointer
}
