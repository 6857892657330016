package astindex

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Copied returns the types whose values the package copies, by a method without a pointer receiver
// above all, or makes without naming the fields. It is found once, and is not to be changed.
func (x *Index) Copied() map[*types.TypeName]bool { return x.copied() }

func copiedTypes(pass *analysis.Pass) map[*types.TypeName]bool {
	c := &copies{pass: pass, types: make(map[*types.TypeName]bool)}
	for _, file := range pass.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
			c.visit(n, above)
			return true
		})
	}
	return c.types
}

type copies struct {
	pass  *analysis.Pass
	types map[*types.TypeName]bool
}

func (c *copies) visit(n ast.Node, above []ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		c.addFields(n.Recv)
	case *ast.FuncType:
		c.addFields(n.Params)
		c.addFields(n.Results)
	case *ast.RangeStmt:
		if n.Value != nil {
			c.add(c.pass.TypesInfo.TypeOf(n.Value))
		}
	case *ast.CompositeLit:
		if unkeyed(n) {
			c.add(c.pass.TypesInfo.TypeOf(n))
		}
	case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr:
		expr := n.(ast.Expr)
		if tv := c.pass.TypesInfo.Types[expr]; tv.IsValue() && copiedBy(expr, above[len(above)-1]) {
			c.add(tv.Type)
		}
	}
}

// add notes a type, and the element type of an array.
func (c *copies) add(t types.Type) {
	if t == nil {
		return
	}
	if array, ok := types.Unalias(t).Underlying().(*types.Array); ok {
		c.add(array.Elem())
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		c.types[named.Origin().Obj()] = true
	}
}

func (c *copies) addFields(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		c.add(c.pass.TypesInfo.TypeOf(field.Type))
	}
}

// unkeyed reports whether a struct literal has values without names.
func unkeyed(lit *ast.CompositeLit) bool {
	if len(lit.Elts) == 0 {
		return false
	}
	_, keyed := lit.Elts[0].(*ast.KeyValueExpr)
	return !keyed
}

// copiedBy reports whether the code around expr, the place of a value, takes a copy of it,
// rather than its address or a part, or assigns another value to it.
func copiedBy(expr ast.Expr, parent ast.Node) bool {
	switch parent := parent.(type) {
	case *ast.SelectorExpr, *ast.Field:
		return false
	case *ast.IndexExpr:
		return parent.X != expr
	case *ast.UnaryExpr:
		return parent.Op != token.AND
	case *ast.AssignStmt:
		for _, lhs := range parent.Lhs {
			if lhs == expr {
				return false
			}
		}
	}
	return true
}
