package edit

import (
	"go/ast"
	"go/types"
)

// KeepsImport reports whether file would still use the import that sel names if every
// selector of that import for which frees returns true were removed. A fix that replaces
// such selectors passes all that its check could replace, so that no two fixes together
// leave an unused import.
func KeepsImport(info *types.Info, file *ast.File, sel *ast.SelectorExpr, frees func(*ast.SelectorExpr) bool) bool {
	imported := pkgName(info, sel)
	keeps := false
	ast.Inspect(file, func(n ast.Node) bool {
		if other, ok := n.(*ast.SelectorExpr); ok && imported != nil && pkgName(info, other) == imported {
			keeps = keeps || !frees(other)
		}
		return !keeps
	})
	return keeps
}

// pkgName returns the import that qualifies sel, nil if none does.
func pkgName(info *types.Info, sel *ast.SelectorExpr) *types.PkgName {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	name, _ := info.Uses[id].(*types.PkgName)
	return name
}
