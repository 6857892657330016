package readywhiledraining

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix repeats the statement that sets the readiness before the shutdown, with the opposite value. There
// is none where what the statement mentions means something else there, or nothing.
func fix(p *check.Pass, set, stop inspector.Cursor) *edit.Fix {
	stmt, ok := astindex.Statement(set)
	at, okAt := astindex.Statement(stop)
	if !ok || !okAt || p.Fset.File(set.Node().Pos()) != p.Fset.File(stop.Node().Pos()) || !visible(p, stmt.Node(), at.Node()) {
		return nil
	}
	value, opposite := flipped(p, stmt.Node())
	if value == nil {
		return nil
	}
	src := p.Source(stmt.Node())
	i := int(value.Pos() - stmt.Node().Pos())
	text := src[:i] + opposite + src[i+int(value.End()-value.Pos()):]
	e := p.Edit(stop.Node().Pos())
	e.Before(at.Node(), text)
	return e.Fix("Reset the readiness before "+p.Source(stop.Node().(*ast.CallExpr).Fun), "readiness probes fail earlier")
}

// visible reports whether the names that a statement uses mean the same at another one.
func visible(p *check.Pass, stmt, at ast.Node) bool {
	scope := p.Pkg.Scope().Innermost(at.Pos())
	if scope == nil {
		return false
	}
	same := true
	ast.Inspect(stmt, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return same
		}
		obj := p.TypesInfo.ObjectOf(id)
		if v, isVar := obj.(*types.Var); !isVar || v.IsField() {
			return same
		}
		_, found := scope.LookupParent(id.Name, at.Pos())
		same = same && found == obj
		return same
	})
	return same
}

// flipped returns the constant in a statement that says that the service is ready, and its opposite.
func flipped(p *check.Pass, stmt ast.Node) (value ast.Expr, opposite string) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if !ok || value != nil {
			return value == nil
		}
		v := p.TypesInfo.Types[expr].Value
		switch {
		case v == nil:
		case v.Kind() == constant.Bool:
			value, opposite = expr, "true"
			if constant.BoolVal(v) {
				opposite = "false"
			}
		case strings.HasSuffix(p.Source(expr), "_SERVING"):
			value, opposite = expr, strings.TrimSuffix(p.Source(expr), "SERVING")+"NOT_SERVING"
		}
		return value == nil
	})
	return value, opposite
}
