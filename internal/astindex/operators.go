package astindex

import (
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
