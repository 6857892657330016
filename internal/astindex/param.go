package astindex

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// ParamOf returns the parameter of a function of the package that an argument is passed as, nil if there
// is none.
func ParamOf(pass *analysis.Pass, arg inspector.Cursor) *types.Var {
	call, ok := arg.Parent().Node().(*ast.CallExpr)
	kind, i := arg.ParentEdge()
	if !ok || kind != edge.CallExpr_Args {
		return nil
	}
	fn := callmatch.Callee(pass.TypesInfo, call)
	if fn == nil || fn.Pkg() != pass.Pkg || fn.Signature().Variadic() || Of(pass).Decls[fn.Origin()] == nil {
		return nil
	}
	return fn.Origin().Signature().Params().At(i)
}
