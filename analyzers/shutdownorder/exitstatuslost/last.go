package exitstatuslost

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// argument returns the call whose error, its only result, another call is passed to log it.
//
//	log.Println(http.ListenAndServe(":8080", nil))
func argument(p *check.Pass, call *ast.CallExpr) *ast.CallExpr {
	for _, arg := range call.Args {
		inner, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok || !callmatch.IsError(p.TypesInfo.TypeOf(inner)) {
			continue
		}
		if fn := callmatch.Callee(p.TypesInfo, inner); fn != nil && fn.Pkg() != nil && !catalog.ErrorPackages[fn.Pkg().Path()] {
			return inner
		}
	}
	return nil
}

// calledLast returns the function of the package, without results, that the last statement calls.
func calledLast(p *check.Pass, list []ast.Stmt) *ast.FuncDecl {
	if len(list) == 0 {
		return nil
	}
	stmt, ok := list[len(list)-1].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	decl := syntax.IndexDecl(p, fn)
	if decl == nil || decl.Body == nil || fn.Signature().Results().Len() > 0 {
		return nil
	}
	return decl
}

// serves reports whether a call serves until its server is shut down.
func serves(p *check.Pass, call *ast.CallExpr) bool {
	_, ok := catalog.Serving[callmatch.CalleeName(p.TypesInfo, call)]
	return ok
}

// shutsDown reports whether the package shuts a server down, which makes serving return an error.
func shutsDown(p *check.Pass) bool {
	for _, obj := range p.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		name := callmatch.Name(fn)
		if _, stops := catalog.ServerStops[name]; stops || catalog.ServerCloses[name] {
			return true
		}
	}
	return false
}
