package exits

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// fails returns the function by which a body ends the process where something that it calls fails: in the
// branch for the error, or by a function of this package that does. A call of constants fails always or
// never, and an error that the function is given is that of its caller.
func (r *Result) fails(body *ast.BlockStmt) string {
	found, causes := "", make(map[types.Object]*ast.CallExpr) // the calls that the errors are of
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.AssignStmt:
			r.cause(causes, n)
		case *ast.IfStmt:
			r.cause(causes, n.Init)
			if r.varies(causes, n.Cond) && r.ends(n.Body) && !mayNot(n.Body) {
				last := n.Body.List[len(n.Body.List)-1].(*ast.ExprStmt)
				found = nameOf(callmatch.Callee(r.pass.TypesInfo, last.X.(*ast.CallExpr)))
			}
		case *ast.CallExpr:
			if fn := callmatch.Callee(r.pass.TypesInfo, n); fn != nil && fn.Pkg() == r.pass.Pkg && !fn.Exported() {
				found = r.Fails(fn)
			}
		}
		return found == ""
	})
	return found
}

// cause notes the call whose error a statement assigns.
func (r *Result) cause(causes map[types.Object]*ast.CallExpr, stmt ast.Stmt) {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return
	}
	if call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr); ok {
		causes[callmatch.Object(r.pass.TypesInfo, assign.Lhs[len(assign.Lhs)-1])] = call
	}
}

// varies reports whether a condition is that a call has failed which may fail once and not again.
func (r *Result) varies(causes map[types.Object]*ast.CallExpr, cond ast.Expr) bool {
	err := callmatch.TestedError(r.pass.TypesInfo, cond)
	if err == nil {
		return false
	}
	call := causes[callmatch.Object(r.pass.TypesInfo, err)]
	if call == nil {
		return false
	}
	_, method := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return len(call.Args) == 0 && method || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return r.pass.TypesInfo.Types[arg].Value == nil })
}

// nameOf returns the name of a function with its package.
func nameOf(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return "exit"
	}
	return fn.Pkg().Name() + "." + fn.Name()
}
