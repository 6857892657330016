package sigkill

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// keepsSignals reports whether the file goes on using the import of the signal,
// and of the function that sends it, when all kills are gone.
func keepsSignals(p *check.Pass, k *kill) bool {
	for _, expr := range []ast.Expr{k.arg, k.cur.Node().(*ast.CallExpr).Fun} {
		sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			continue
		}
		if _, ok := p.TypesInfo.Uses[id].(*types.PkgName); ok && !edit.KeepsImport(p.TypesInfo, fileOf(k.cur), sel, freedByKill) {
			return false
		}
	}
	return true
}

func freedByKill(sel *ast.SelectorExpr) bool {
	return sel.Sel.Name == "Kill" || sel.Sel.Name == "SIGKILL" || sel.Sel.Name == "SIGSTOP"
}

func fileOf(cur inspector.Cursor) *ast.File {
	for c := range cur.Enclosing((*ast.File)(nil)) {
		return c.Node().(*ast.File)
	}
	return nil
}
