package forcekill

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// keepsSignals reports whether the file still uses the import of the signal, and of the
// function that sends it, when all kills are gone.
func keepsSignals(p *check.Pass, k *process.Kill) bool {
	for _, expr := range []ast.Expr{k.Arg, k.Cur.Node().(*ast.CallExpr).Fun} {
		sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			continue
		}
		if _, ok := p.TypesInfo.Uses[id].(*types.PkgName); ok && !edit.KeepsImport(p.TypesInfo, astindex.FileOf(k.Cur), sel, process.FreedByKill) {
			return false
		}
	}
	return true
}
