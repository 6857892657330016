// Package handler says what a deferred function that recovers does with the panic.
package handler

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Tells reports whether the handler makes the panic known to other code, itself or in a
// function of the package that it calls.
func Tells(p *check.Pass, body *ast.BlockStmt) bool { return tellsWithin(p, body, 3) }

func tellsWithin(p *check.Pass, body *ast.BlockStmt, calls int) bool {
	info, told := p.TypesInfo, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				told = told || outlives(info, lhs, body)
			}
		case *ast.IncDecStmt:
			told = told || outlives(info, n.X, body)
		case *ast.UnaryExpr:
			told = told || n.Op == token.AND && outlives(info, n.X, body)
		case *ast.SendStmt:
			told = true
		case *ast.CallExpr:
			told = told || tellsByCall(p, n, calls)
		case *ast.Ident:
			name := callmatch.TypeName(info.TypeOf(n))
			told = told || catalog.PeerWriters[name] || catalog.RequestContexts[name]
		}
		return !told
	})
	return told
}

// outlives reports whether expr is stored somewhere that is still there when the
// handler has returned.
func outlives(info *types.Info, expr ast.Expr, body *ast.BlockStmt) bool {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return true // a field, an element, what a pointer points to
	}
	obj := info.ObjectOf(id)
	return obj != nil && id.Name != "_" && (obj.Pos() < body.Pos() || obj.Pos() > body.End())
}

// tellsByCall reports whether a call panics again, does not return, or calls code of this
// package that makes the panic known, or that is not known, such as a function value's.
// What other packages get is a log entry or a metric.
func tellsByCall(p *check.Pass, call *ast.CallExpr, calls int) bool {
	tv := p.TypesInfo.Types[call.Fun]
	if tv.IsType() {
		return false
	}
	if tv.IsBuiltin() {
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && (id.Name == "panic" || id.Name == "close")
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil || fn.Pkg() != p.Pkg {
		return fn == nil || catalog.Raises[callmatch.Name(fn)] || ssabuild.NoReturn(p.Pass)(fn)
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	return decl == nil || decl.Body == nil || calls == 0 || tellsWithin(p, decl.Body, calls-1)
}

// Of returns the body of what stmt defers, if that recovers or is a literal: a literal's, which is the
// function's own, or that of a function of this package.
func Of(p *check.Pass, stmt *ast.DeferStmt) (body *ast.BlockStmt, own bool) {
	if lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); ok {
		return lit.Body, true
	}
	fn := callmatch.Callee(p.TypesInfo, stmt.Call)
	if fn == nil || fn.Pkg() != p.Pkg || !recovers.Of(p.Pass).Func(fn).Deferred {
		return nil, false
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil {
		return decl.Body, false
	}
	return nil, false
}
