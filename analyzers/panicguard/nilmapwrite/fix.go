package nilmapwrite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// literals returns the literals that make the struct of a field, each with fields by name or none.
func literals(p *check.Pass, field types.Object) (list []*ast.CompositeLit) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		named := callmatch.Named(p.TypesInfo.TypeOf(lit))
		if named == nil {
			continue
		}
		st, ok := named.Origin().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range st.Fields() {
			if f == field {
				list = append(list, lit)
			}
		}
	}
	return list
}

// made returns where a struct is made without the map.
func made(p *check.Pass, obj types.Object) []check.Hop {
	if lits := literals(p, obj); len(lits) > 0 {
		return []check.Hop{{Pos: lits[0].Pos(), Message: "the struct is made here, without the map"}}
	}
	return nil
}

// fix makes the map: with the only literal that makes the struct, or where the variable is declared.
func fix(p *check.Pass, obj types.Object, at token.Pos) *edit.Fix {
	spec, typ := declared(p, obj)
	if typ == nil || p.Fset.File(typ.Pos()) != p.Fset.File(at) {
		return nil
	}
	e := p.Edit(at)
	value := "make(" + p.Source(typ) + ")"
	if spec != nil {
		if len(spec.Names) > 1 || len(spec.Values) > 0 {
			return nil
		}
		e.Replace(typ.Pos(), typ.End(), "= "+value)
		return e.Fix("Make "+obj.Name()+" where it is declared", "")
	}
	lits := literals(p, obj)
	if len(lits) != 1 || p.Fset.File(lits[0].Pos()) != p.Fset.File(at) {
		return nil
	}
	lit, element := lits[0], obj.Name()+": "+value
	switch n := len(lit.Elts); {
	case n == 0:
		e.Insert(lit.Rbrace, element)
	case !keyed(lit.Elts[n-1]):
		return nil
	case e.SameLine(lit.Elts[n-1].End(), lit.Rbrace):
		e.Insert(lit.Elts[n-1].End(), ", "+element)
	default:
		e.After(lit.Elts[n-1], element+",")
	}
	return e.Fix("Make "+obj.Name()+" with the struct", "")
}

func keyed(expr ast.Expr) bool {
	_, ok := expr.(*ast.KeyValueExpr)
	return ok
}

// declared returns the expression of the type that a field or variable is declared with, and the declaration of a
// variable.
func declared(p *check.Pass, obj types.Object) (spec *ast.ValueSpec, typ ast.Expr) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	cur, ok := in.Root().FindByPos(obj.Pos(), obj.Pos()+1)
	if !ok {
		return nil, nil
	}
	for c := range cur.Enclosing((*ast.ValueSpec)(nil), (*ast.Field)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ValueSpec:
			return n, n.Type
		case *ast.Field:
			return nil, n.Type
		}
	}
	return nil, nil
}
