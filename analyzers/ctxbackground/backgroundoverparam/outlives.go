package backgroundoverparam

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// outlivesCaller reports whether this package starts the function around cur as a goroutine
// and passes it the context of a request, or of its own caller: that ends when the starter
// is done, and the goroutine does well not to use it.
//
//	go h.manager.Validate(r.Context(), id)
func outlivesCaller(p *check.Pass, cur inspector.Cursor) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return false
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok {
		return false
	}
	obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	return obj != nil && slices.ContainsFunc(astindex.Of(p.Pass).Starts, func(s astindex.Start) bool {
		return s.In != nil && slices.ContainsFunc(begun(s), func(call *ast.CallExpr) bool {
			callee := callmatch.Callee(p.TypesInfo, call)
			return callee != nil && mayCall(callee, obj) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return ofCaller(p, s, arg) })
		})
	})
}

// begun returns the call that a goroutine is, or those that the literal makes that it
// runs.
func begun(s astindex.Start) (calls []*ast.CallExpr) {
	if s.Lit == nil {
		return []*ast.CallExpr{s.Call}
	}
	ast.Inspect(s.Lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			calls = append(calls, call)
		}
		return true
	})
	return calls
}

// mayCall reports whether a call of fn runs obj: it is that function, or a method of an
// interface that obj may implement.
func mayCall(fn, obj *types.Func) bool {
	if fn.Origin() == obj {
		return true
	}
	recv, own := fn.Signature().Recv(), obj.Signature().Recv()
	if fn.Name() != obj.Name() || recv == nil || own == nil {
		return false
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	return ok && types.Implements(own.Type(), iface)
}

// ofCaller reports whether arg is a context that the starter is given for its work.
func ofCaller(p *check.Pass, s astindex.Start, arg ast.Expr) bool {
	return ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) &&
		slices.ContainsFunc(ctxscope.Given(p.Pass, s.In, s.Node.Pos()), func(given ctxscope.Source) bool {
			return given.Kind != "field" && given.Expr == p.Source(arg)
		})
}
