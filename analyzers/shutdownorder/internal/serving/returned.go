package serving

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// returned returns the variable that a function of the package returns for v, where v is set to
// the function's result, else v:
//
//	srv, errc := start(handler)
func returned(p *check.Pass, v *types.Var) *types.Var {
	if v.IsField() || v.Parent() == nil || v.Parent() == p.Pkg.Scope() {
		return v
	}
	call, i := definingCall(p, v)
	if call == nil {
		return v
	}
	decl := syntax.IndexDecl(p, callmatch.Callee(p.TypesInfo, call))
	if decl == nil || decl.Body == nil {
		return v
	}
	var one *types.Var
	same := true
	syntax.InOwn(decl.Body, func(n ast.Node) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || i >= len(ret.Results) || p.TypesInfo.Types[ret.Results[i]].IsNil() {
			return
		}
		from := syntax.VariableOf(p, ret.Results[i])
		same = same && from != nil && (one == nil || from == one)
		one = from
	})
	if one == nil || !same {
		return v
	}
	return one
}

// definingCall returns the call that := sets v to a result of, and which one.
func definingCall(p *check.Pass, v *types.Var) (*ast.CallExpr, int) {
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(v.Pos(), v.Pos())
	if !ok {
		return nil, 0
	}
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil, 0
	}
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil, 0
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return nil, 0
	}
	for i, lhs := range assign.Lhs {
		if lhs.Pos() == v.Pos() {
			return call, i
		}
	}
	return nil, 0
}
