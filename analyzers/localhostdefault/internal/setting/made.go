package setting

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// madeAsDefault reports whether the literal at cur is the value of a package's variable, or
// the result of a function without parameters: these are the defaults.
func (f *finder) madeAsDefault(cur inspector.Cursor) bool {
	for {
		switch cur.Parent().Node().(type) {
		case *ast.UnaryExpr, *ast.ParenExpr:
			cur = cur.Parent()
			continue
		case *ast.KeyValueExpr: // a struct in a struct
			cur = cur.Parent().Parent()
			continue
		}
		break
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl := fn.Node().(*ast.FuncDecl)
		if decl.Recv != nil || decl.Type.Params.NumFields() > 0 {
			return false
		}
		_, isReturned := cur.Parent().Node().(*ast.ReturnStmt)
		return isReturned || f.returns(decl, f.destination(cur))
	}
	v := f.destination(cur)
	return v != nil && v.Parent() == f.Pkg.Scope()
}

// returns reports whether decl returns v or its address.
func (f *finder) returns(decl *ast.FuncDecl, v *types.Var) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || v == nil {
			return !found
		}
		for _, result := range ret.Results {
			if amp, ok := ast.Unparen(result).(*ast.UnaryExpr); ok {
				result = amp.X
			}
			found = found || variable(f.TypesInfo, result) == v
		}
		return !found
	})
	return found
}
