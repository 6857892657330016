package parseerrordropped

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// text is where a text comes from.
type text int

const (
	unknownText  text = iota
	constantText      // it cannot be wrong, or always is
	settingText       // an operator sets it
)

// A source looks for the origin of a text.
type source struct {
	p  *check.Pass
	at inspector.Cursor
}

// expr returns where the text of an expression comes from, through as many variables, parameters and
// calls.
func (s *source) expr(expr ast.Expr, depth int) text {
	info := s.p.TypesInfo
	if info.Types[expr].Value != nil {
		return constantText
	}
	if depth == 0 {
		return unknownText
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.CallExpr:
		name := callmatch.CalleeName(info, expr)
		if catalog.EnvReads[name] || catalog.Getters[name] {
			return settingText
		}
		if name == "strings.TrimSpace" && len(expr.Args) > 0 {
			return s.expr(expr.Args[0], depth)
		}
	case *ast.StarExpr:
		return s.expr(expr.X, depth)
	case *ast.SelectorExpr:
		if field := callmatch.Field(info, expr); field != nil && field.Pkg() == s.p.Pkg && configured(info.TypeOf(expr.X), field) {
			return settingText
		}
	case *ast.Ident:
		if v, ok := info.Uses[expr].(*types.Var); ok {
			return s.variable(v, depth)
		}
	}
	return unknownText
}

// variable returns where the text of a local variable or parameter comes from.
func (s *source) variable(v *types.Var, depth int) text {
	if value := localvar.Assigned(s.p.TypesInfo, astindex.DeclAround(s.at), v); value != nil {
		return s.expr(value, depth-1)
	}
	decl, ok := astindex.DeclAround(s.at).(*ast.FuncDecl)
	if !ok {
		return unknownText
	}
	fn, _ := s.p.TypesInfo.Defs[decl.Name].(*types.Func)
	if fn == nil {
		return unknownText
	}
	i := slices.Index(slices.Collect(fn.Signature().Params().Variables()), v)
	worst := constantText
	calls := astindex.Of(s.p.Pass).Calls[fn]
	for _, call := range calls {
		if i < 0 || i >= len(call.Expr.Args) {
			return unknownText
		}
		at, ok := astindex.Find(s.at.Inspector(), call.Expr)
		if !ok {
			return unknownText
		}
		switch (&source{s.p, at}).expr(call.Expr.Args[i], depth-1) {
		case settingText:
			return settingText
		case unknownText:
			worst = unknownText
		}
	}
	if len(calls) == 0 || fn.Exported() && s.p.Pkg.Name() != "main" {
		return unknownText
	}
	return worst
}

// configured reports whether a field is one that a decoder of configurations fills in, as its tag or the
// name of its struct says.
func configured(t types.Type, field *types.Var) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	named := callmatch.Named(t)
	if named != nil && slices.ContainsFunc(catalog.Words(named.Obj().Name()), func(w string) bool { return catalog.SettingsNames[w] }) {
		return true
	}
	for i := range st.NumFields() {
		if st.Field(i).Origin() == field {
			tag := reflect.StructTag(st.Tag(i))
			return slices.ContainsFunc(catalog.ConfigTags, func(key string) bool { return tag.Get(key) != "" })
		}
	}
	return false
}
