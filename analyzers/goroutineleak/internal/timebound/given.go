package timebound

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// given returns the greatest of the constants that the callers of a function, all of
// them in the package, give for its parameter.
//
//	servers := h.discovered(ctx, 50*time.Millisecond)
func (b *Bound) given(v *types.Var) (most float64, known bool) {
	decl, ok := b.Scope.(*ast.FuncDecl)
	if !ok || decl.Name.IsExported() || assigns(b.Info, decl, v) {
		return 0, false
	}
	fn := b.Info.Defs[decl.Name].(*types.Func)
	index := astindex.Of(b.P.Pass)
	at := -1
	for i := range fn.Signature().Params().Len() {
		if fn.Signature().Params().At(i) == v {
			at = i
		}
	}
	if at < 0 || fn.Signature().Variadic() || len(index.Values[fn]) > 0 || len(index.Calls[fn]) == 0 {
		return 0, false
	}
	for _, call := range index.Calls[fn] {
		n, ok := b.constant(call.Expr.Args[at])
		if !ok {
			return 0, false
		}
		most = max(most, n)
	}
	return most, true
}

// begins returns the constant that the field of a local struct begins as: the default of a
// setting.
//
//	opt := options{Interval: 500 * time.Millisecond}
//	for _, apply := range opts {
//		apply(&opt)
//	}
func (b *Bound) begins(sel *ast.SelectorExpr) (float64, bool) {
	v := syntax.LocalVariable(b.Info, sel.X)
	if v == nil {
		return 0, false
	}
	lit, ok := localvar.Definition(b.Info, b.Scope, v).(*ast.CompositeLit)
	if !ok {
		return 0, false
	}
	for _, elt := range lit.Elts {
		field, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			break
		}
		if key, ok := field.Key.(*ast.Ident); ok && b.Info.Uses[key] == b.Info.Uses[sel.Sel] {
			return b.constant(field.Value)
		}
	}
	return 0, false
}

// FieldDefault returns the constant that a field of the package's own type is set to by
// default, nil if it has none, or several.
//
//	func (cfg *Config) Default() { cfg.RetryDelay = DefaultRetryDelay }
func (b *Bound) FieldDefault(expr ast.Expr) (value ast.Expr) {
	field := callmatch.Field(b.Info, expr)
	if field == nil || field.Pkg() != b.P.Pkg {
		return nil
	}
	for _, id := range astindex.Of(b.P.Pass).Uses[field.Origin()] {
		cur, ok := ssainstr.CursorAt(b.P, id.Pos())
		if !ok || b.P.Quiet(id.Pos()) {
			continue
		}
		set := b.fixed(assignedBy(cur))
		if set == nil {
			continue // its value is the caller's
		}
		if value != nil {
			return nil
		}
		value = set
	}
	return value
}

// fixed returns the constant that expr is, or that a variable of the package is declared
// with; nil for others.
func (b *Bound) fixed(expr ast.Expr) ast.Expr {
	if expr == nil {
		return nil
	}
	if v := PackageVariable(b.P, expr); v != nil {
		if expr = DeclaredAs(b.P, v); expr == nil {
			return nil
		}
	}
	if _, known := b.constant(expr); !known {
		return nil
	}
	return expr
}

// assignedBy returns what a statement or literal sets the field to that cur names, nil
// where it is only read.
func assignedBy(cur inspector.Cursor) ast.Expr {
	for c := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.KeyValueExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.KeyValueExpr:
			if n.Key.Pos() == cur.Node().Pos() {
				return n.Value
			}
		case *ast.AssignStmt:
			if sel, ok := n.Lhs[0].(*ast.SelectorExpr); ok && len(n.Lhs) == 1 && len(n.Rhs) == 1 && sel.Sel.Pos() == cur.Node().Pos() {
				return n.Rhs[0]
			}
		}
		return nil
	}
	return nil
}
