package astindex

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// HomeForOperators reports whether the name of the package, or of the file of pos, says that the code is
// for operators.
func HomeForOperators(pass *analysis.Pass, pos token.Pos) bool {
	file := filepath.Base(pass.Fset.File(pos).Name())
	return catalog.HomeForOperators(pass.Pkg.Name()) || catalog.HomeForOperators(strings.TrimSuffix(file, ".go"))
}

// AddressForOperators reports whether a variable or field in an address is named for operators:
// *adminAddr, cfg.ManagementListen.
func AddressForOperators(addr ast.Expr) bool {
	found := false
	ast.Inspect(addr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && catalog.ForOperators(id.Name)
		return !found
	})
	return found
}
