package setting

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// documented returns where the field of a setting tells the default to those who configure the program: in a tag, of a
// schema for instance, or in the comment above it.
//
//	Host string `yaml:"host" jsonschema:"default=localhost"`
//	// URL is http://localhost:8080 by default.
//	URL string `yaml:"url"`
func (f *finder) documented(s *Setting) token.Pos {
	field := f.declaration(s.Field)
	if field == nil {
		return token.NoPos
	}
	if field.Tag != nil && describes(field.Tag.Value, s.Value) {
		return field.Tag.Pos()
	}
	if text := field.Doc.Text(); strings.Contains(strings.ToLower(text), "default") && strings.Contains(text, s.Value) {
		return field.Doc.Pos()
	}
	return token.NoPos
}

// describes reports whether a tag that documents a field names its default.
func describes(lit, value string) bool {
	tag := reflect.StructTag(strings.Trim(lit, "`"))
	return slices.ContainsFunc([]string{"jsonschema", "description", "desc", "usage", "help", "doc"}, func(key string) bool {
		text := tag.Get(key)
		return strings.Contains(text, "default") && strings.Contains(text, value)
	})
}

// declaration returns where the package declares a field, nil if it does not.
func (f *finder) declaration(v *types.Var) *ast.Field {
	if v == nil || !v.IsField() || v.Pkg() != f.Pkg {
		return nil
	}
	for cur := range f.in.Root().Preorder((*ast.Field)(nil)) {
		field := cur.Node().(*ast.Field)
		if slices.ContainsFunc(field.Names, func(id *ast.Ident) bool { return f.TypesInfo.Defs[id] == v }) {
			return field
		}
	}
	return nil
}

// refusesEmpty reports whether the package returns an error where a field is empty: without its default the program
// does not start.
func (f *finder) refusesEmpty(field *types.Var) bool {
	if field == nil || !field.IsField() {
		return false
	}
	for cur := range f.in.Root().Preorder((*ast.IfStmt)(nil)) {
		test := cur.Node().(*ast.IfStmt)
		if f.returnsError(test.Body) && f.testsEmpty(test.Cond, field) {
			return true
		}
	}
	return false
}

// returnsError reports whether a block ends with the return of an error.
func (f *finder) returnsError(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	return callmatch.IsError(f.TypesInfo.TypeOf(last)) || types.Implements(f.TypesInfo.TypeOf(last), errorType)
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// testsEmpty reports whether a condition compares a field, or what a call makes of it, with the empty text or with 0.
func (f *finder) testsEmpty(cond ast.Expr, field *types.Var) (found bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		cmp, ok := n.(*ast.BinaryExpr)
		if !ok || cmp.Op != token.EQL {
			return !found
		}
		v := f.TypesInfo.Types[cmp.Y].Value
		found = found || v != nil && (v.String() == `""` || v.String() == "0") && f.mentions(cmp.X, field)
		return !found
	})
	return found
}

func (f *finder) mentions(n ast.Node, field *types.Var) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		v, isVar := f.TypesInfo.ObjectOf(id).(*types.Var)
		found = found || ok && isVar && v.Origin() == field
		return !found
	})
	return found
}

// ofListener reports whether a variable is the host of an address that was taken apart: without one, that is where a
// server listens on all interfaces, and the server itself is asked.
//
//	host, port, err := net.SplitHostPort(cfg.Address)
//	if host == "" { host = "localhost" }
func (f *finder) ofListener(v *types.Var) (found bool) {
	if v == nil || v.IsField() {
		return false
	}
	for cur := range f.in.Root().Preorder((*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		if len(assign.Lhs) != 3 || len(assign.Rhs) != 1 || variable(f.TypesInfo, assign.Lhs[0]) != v {
			continue
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		found = found || ok && callmatch.CalleeName(f.TypesInfo, call) == "net.SplitHostPort"
	}
	return found
}
