package ctxflow

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// Reaches reports whether a function that gets a context may wait for another process: it
// is a method of an interface, of another module, or passes the context to such a one.
func Reaches(p *check.Pass, fn *types.Func, depth int) bool {
	if fn == nil || depth == 0 || !OfModule(p, fn) || types.IsInterface(recvType(fn)) || outbound.Of(p.Pass).Sends(fn) {
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
		if i >= 0 && !MakesContext(p, call) && !ctxuse.Of(p.Pass).IdleCall(call, i) {
			callee := callmatch.Callee(p.TypesInfo, call)
			found = callee == nil || callee.Origin() != fn.Origin() && Reaches(p, callee, depth-1)
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

// OfModule reports whether a function is of the module that is analyzed.
func OfModule(p *check.Pass, fn *types.Func) bool {
	return fn.Pkg() == p.Pkg || fn.Pkg() != nil && p.Module != nil && strings.HasPrefix(fn.Pkg().Path()+"/", p.Module.Path+"/")
}
