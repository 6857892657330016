package busyloop

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/quickcall"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

// quick reports whether a call logs, counts, or makes a value.
func (s *spin) quick(call *ast.CallExpr) bool {
	return quickcall.Quick(s.p.TypesInfo, call)
}

// dialed returns the call by which a call opens a connection: itself, or one of a function of the package
// that it runs, before anything that takes time, and whose error that returns.
func (s *spin) dialed(call *ast.CallExpr, depth int) *ast.CallExpr {
	if s.opens(call) {
		return call
	}
	fn := callmatch.Callee(s.p.TypesInfo, call)
	if fn == nil || depth == 0 {
		return nil
	}
	decl := astindex.Of(s.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return nil
	}
	inner := &spin{p: s.p, loop: &ast.ForStmt{Body: decl.Body}, requests: s.requests}
	for i, stmt := range decl.Body.List {
		test, first := inner.attempt(i)
		if first != nil && catalog.MakesRequest[callmatch.CalleeName(s.p.TypesInfo, first)] && closesonce.Leaves(test.Body) {
			continue
		}
		if first != nil && !succeeded(test) && closesonce.Leaves(test.Body) {
			return inner.dialed(first, depth-1)
		}
		if ret, ok := stmt.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
				return inner.dialed(call, depth-1)
			}
		}
		if _, deferred := stmt.(*ast.DeferStmt); !deferred && !inner.onlyLogs([]ast.Stmt{stmt}) {
			return nil
		}
	}
	return nil
}

// opens reports whether a call opens a connection or sends a request, by what it calls or by its name.
func (s *spin) opens(call *ast.CallExpr) bool {
	if fn := callmatch.Callee(s.p.TypesInfo, call); fn != nil {
		if _, dials := catalog.Dials[callmatch.Name(fn)]; dials || s.requests && catalog.Sends[callmatch.Name(fn)] {
			return true
		}
		if decl := astindex.Of(s.p.Pass).Decls[fn.Origin()]; decl != nil || callmatch.Std(fn) {
			return false // its body says
		}
		return catalog.OpenWords[catalog.Words(fn.Name())[0]]
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := s.p.TypesInfo.Uses[sel.Sel].(*types.Var)
	return ok && catalog.OpenWords[catalog.Words(v.Name())[0]]
}
