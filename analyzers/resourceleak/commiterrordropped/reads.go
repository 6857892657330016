package commiterrordropped

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// onlyReads reports whether no more is done with the transaction in a variable than to read, here and in
// the functions of the package that get it.
func onlyReads(p *check.Pass, in *inspector.Inspector, tx *types.Var, depth int) bool {
	for _, id := range astindex.Of(p.Pass).Uses[tx] {
		use, ok := astindex.Find(in, id)
		if !ok || depth == 0 {
			return false
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && catalog.TxReads[sel.Sel.Name] {
			continue
		}
		if param := astindex.ParamOf(p.Pass, use); param == nil || !onlyReads(p, in, param, depth-1) {
			return false
		}
	}
	return true
}
