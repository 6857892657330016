package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// failpoints runs what it is given when a test asks for it, and is rewritten into
// nothing in builds that are shipped.
const failpoints = "github.com/pingcap/failpoint"

// injected reports whether the code at pos is a fault that tests inject.
//
//	failpoint.Inject("startFails", func() { cmd.Process.Kill() })
func (p *Pass) injected(pos token.Pos) bool {
	if !slices.ContainsFunc(p.Pkg.Imports(), func(pkg *types.Package) bool { return pkg.Path() == failpoints }) {
		return false
	}
	path, _ := astutil.PathEnclosingInterval(p.shared.files[p.Fset.File(pos)].ast, pos, pos)
	return slices.ContainsFunc(path, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		fn := p.TypesInfo.Uses[sel.Sel]
		return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == failpoints
	})
}
