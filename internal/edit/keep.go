package edit

import (
	"go/ast"
	"go/types"
)

// KeepsImport reports whether file would still use its import of importPath if
// every selector of the package for which frees answers true were gone. A fix
// that replaces such selectors asks for all that its check could replace, so
// that no two fixes leave an unused import behind together. A file that does not
// import the package by a usable name answers false.
func KeepsImport(info *types.Info, file *ast.File, importPath string, frees func(*ast.SelectorExpr) bool) bool {
	keeps := false
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || keeps {
			return !keeps
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		if name, ok := info.Uses[id].(*types.PkgName); ok && name.Imported().Path() == importPath {
			keeps = !frees(sel)
		}
		return !keeps
	})
	return keeps
}
