package callmatch

import (
	"go/ast"
	"go/types"
)

// Path returns the variable that a chain of fields begins with and the names of the fields,
// each after a dot. The variable is nil if the chain contains anything else.
func Path(info *types.Info, expr ast.Expr) (*types.Var, string) {
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.Uses[e].(*types.Var)
		return v, ""
	case *ast.SelectorExpr:
		if s := info.Selections[e]; s != nil && s.Kind() == types.FieldVal {
			if root, path := Path(info, e.X); root != nil {
				return root, path + "." + e.Sel.Name
			}
		}
	}
	return nil, ""
}
