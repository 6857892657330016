package ctxbackground

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// reaches reports whether a function that gets a context may wait for another process:
// it is behind an interface, of another module, or hands the context to such a one.
func reaches(p *check.Pass, fn *types.Func, depth int) bool {
	if fn == nil || depth == 0 || !ofModule(p, fn) || types.IsInterface(recvType(fn)) || outbound.Of(p.Pass).Sends(fn) {
		return true
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil {
		return lasting.Of(p.Pass).Changes(fn)
	}
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) })
		if i >= 0 && !makesContext(p, call) && !ctxuse.Of(p.Pass).IdleCall(call, i) {
			callee := callmatch.Callee(p.TypesInfo, call)
			found = callee == nil || callee.Origin() != fn.Origin() && reaches(p, callee, depth-1)
		}
		return !found
	})
	return found
}

// recvType returns the type that a method is one of, the empty struct for a function.
func recvType(fn *types.Func) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		return recv.Type()
	}
	return new(types.Struct)
}

// ofRoot reports whether the call at cur is given a root context itself.
func ofRoot(p *check.Pass, cur inspector.Cursor) bool {
	args := cur.Node().(*ast.CallExpr).Args
	call, ok := ast.Unparen(args[0]).(*ast.CallExpr)
	return ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, call)]
}

// methodOf returns the type whose method cur stands in, nil for other functions.
func methodOf(p *check.Pass, cur inspector.Cursor) *types.Named {
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := p.TypesInfo.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
		if !ok || fn.Signature().Recv() == nil {
			return nil
		}
		return callmatch.Named(fn.Signature().Recv().Type())
	}
	return nil
}
