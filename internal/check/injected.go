package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// failpoints are packages of functions that run their argument, or return that it is to be
// run, if a test enables it, and do nothing in release builds; packages that have other
// functions, too, are listed with the one that counts.
var failpoints = map[string]string{
	"github.com/pingcap/failpoint":      "",
	"github.com/tikv/client-go/v2/util": "EvalFailpoint",
}

// injected reports whether the code at pos is a fault that tests inject.
//
//	failpoint.Inject("startFails", func() { cmd.Process.Kill() })
//
//	if _, err := util.EvalFailpoint("startIsSlow"); err == nil {
//		time.Sleep(time.Second)
//	}
func (p *Pass) injected(pos token.Pos) bool {
	imports := func(pkg *types.Package) bool { _, ok := failpoints[pkg.Path()]; return ok }
	if !slices.ContainsFunc(p.Pkg.Imports(), imports) {
		return false
	}
	path, _ := astutil.PathEnclosingInterval(p.shared.files[p.Fset.File(pos)].ast, pos, pos)
	return slices.ContainsFunc(path, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return p.failpoint(n)
		case *ast.IfStmt:
			assign, ok := n.Init.(*ast.AssignStmt)
			if !ok {
				return false
			}
			call, ok := assign.Rhs[0].(*ast.CallExpr)
			return ok && p.failpoint(call)
		}
		return false
	})
}

func (p *Pass) failpoint(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn := p.TypesInfo.Uses[sel.Sel]
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	name, ok := failpoints[fn.Pkg().Path()]
	return ok && (name == "" || name == fn.Name())
}
