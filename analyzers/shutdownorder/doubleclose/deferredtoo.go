package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

// reportDeferredToo reports methods that close a channel which another method of the type closes when it returns.
//
//	func (c *conn) Kick() { close(c.out) }
//
//	func (c *conn) ReadPump() {
//		defer func() { close(c.out); c.nc.Close() }()
func reportDeferredToo(p *check.Pass, once *closesonce.Result, reported map[*types.Func]bool) {
	var methods []*types.Func
	for fn, m := range once.Methods() {
		if m.Builtin && !m.Later && !reported[fn] && !told(fn) && !p.Quiet(m.Call.Pos()) {
			methods = append(methods, fn)
		}
	}
	slices.SortFunc(methods, func(a, b *types.Func) int { return int(a.Pos() - b.Pos()) })
	for _, fn := range methods {
		m := once.Methods()[fn]
		for _, other := range methodsOf(p, fn) {
			call := deferredClose(p, other, m.Path)
			if call == nil {
				continue
			}
			p.Report(check.Finding{
				At: m.Call,
				Message: fmt.Sprintf("panic with \"close of closed channel\" when %s is called before or after %s returns: both close %s",
					fn.Name(), other.Name.Name, p.Source(m.Call.Args[0])),
				Trace: []check.Hop{{Pos: call.Pos(), Message: "closed here too, when " + other.Name.Name + " returns"}},
				Fix:   fixOnce(p, m.Call, call),
			})
			reported[fn] = true
			break
		}
	}
}

// methodsOf returns the other methods of fn's type, in source order.
func methodsOf(p *check.Pass, fn *types.Func) (list []*ast.FuncDecl) {
	for other, decl := range astindex.Funcs(p.Pass) {
		if other != fn && other.Signature().Recv() != nil && syntax.ReceiverType(other) == syntax.ReceiverType(fn) {
			list = append(list, decl)
		}
	}
	slices.SortFunc(list, func(a, b *ast.FuncDecl) int { return int(a.Pos() - b.Pos()) })
	return list
}

// deferredClose returns the close of a channel of the receiver that a method defers on all its paths, itself or in a
// literal; nil if there is none.
func deferredClose(p *check.Pass, decl *ast.FuncDecl, path string) *ast.CallExpr {
	fn := p.TypesInfo.Defs[decl.Name].(*types.Func)
	closes := func(call *ast.CallExpr) bool {
		if !callmatch.IsBuiltin(p.TypesInfo, call, "close") {
			return false
		}
		root, at := callmatch.Path(p.TypesInfo, call.Args[0])
		return root == fn.Signature().Recv() && at == path
	}
	for _, stmt := range decl.Body.List {
		deferred, ok := stmt.(*ast.DeferStmt)
		if !ok {
			if closesonce.Leaves(stmt) {
				return nil
			}
			continue
		}
		if closes(deferred.Call) {
			return deferred.Call
		}
		lit, ok := ast.Unparen(deferred.Call.Fun).(*ast.FuncLit)
		for i := 0; ok && i < len(lit.Body.List); i++ {
			if call := closesonce.Unconditional(lit.Body.List[i]); call != nil && closes(call) {
				return call
			}
		}
	}
	return nil
}
