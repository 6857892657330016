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

// failure returns what follows the name of the last result where that says that fn has
// failed: nothing for an error, the field of a struct which fn returns with its error set
// there, as in
//
//	return Outcome{Output: out, Err: err}
func failure(info *types.Info, fn *function, from token.Pos) (field string, ok bool) {
	if errorResult(info, fn.typ) != nil {
		return "", !neverFails(info, fn, from)
	}
	if fn.typ.Results == nil || len(fn.typ.Results.List) == 0 {
		return "", false
	}
	results := fn.typ.Results.List
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

// eachReturn visits the return statements of fn behind a place.
func eachReturn(fn *function, from token.Pos, visit func(*ast.ReturnStmt)) {
	ast.Inspect(fn.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == fn.node
		case *ast.ReturnStmt:
			if n.Pos() > from {
				visit(n)
			}
		}
		return true
	})
}

// neverFails reports whether every return of fn behind a place gives nil as the error:
// then its callers are told of no failure there, and a panic is none among others. Callers
// who get a pointer beside it, never nil, take what they get for an answer.
func neverFails(info *types.Info, fn *function, from token.Pos) bool {
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

// resultName returns the name of the last result, "" if it cannot be set by one.
func resultName(ft *ast.FuncType) string {
	last := ft.Results.List[len(ft.Results.List)-1]
	if len(last.Names) == 0 || last.Names[len(last.Names)-1].Name == "_" {
		return ""
	}
	return last.Names[len(last.Names)-1].Name
}
