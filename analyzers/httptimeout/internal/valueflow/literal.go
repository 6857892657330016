package valueflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// intoVariable follows the value into the parameter of a function literal that the called variable
// of the package holds, which only tests replace.
func (f *Flow) intoVariable(call *ast.CallExpr, param int) {
	v := Variable(f.P.TypesInfo, call.Fun)
	if v == nil || v.Exported() || v.Parent() != f.P.Pkg.Scope() || f.replaced(v) {
		f.Doubt(verdict.UnknownCallee, call)
		return
	}
	for _, file := range f.P.Files {
		lit, ok := localvar.Definition(f.P.TypesInfo, file, v).(*ast.FuncLit)
		if !ok {
			continue
		}
		if p := f.P.TypesInfo.TypeOf(lit).(*types.Signature).Params().At(param); p.Name() != "" {
			f.hold(p)
		}
		return
	}
	f.Doubt(verdict.UnknownCallee, call)
}

// replaced reports whether code other than that of tests assigns to a variable, or takes its address.
func (f *Flow) replaced(v *types.Var) bool {
	for _, id := range astindex.Of(f.P.Pass).Uses[v] {
		use, ok := astindex.Find(f.in, id)
		if !ok || inTest(f.P, id) {
			continue
		}
		if kind, _ := use.ParentEdge(); kind == edge.AssignStmt_Lhs || kind == edge.UnaryExpr_X {
			return true
		}
	}
	return false
}
