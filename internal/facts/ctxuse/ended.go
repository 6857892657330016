package ctxuse

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Ended reports whether fn is known to return a context that is also canceled by something
// that cannot cancel the one fn is passed:
//
//	func (s *store) primary(ctx context.Context) context.Context {
//		ctx, cancel := context.WithCancel(ctx)
//		context.AfterFunc(s.demoted, cancel)
//		return ctx
//	}
func (r *Result) Ended(fn *types.Func) bool { return fn != nil && r.fact(fn.Origin()).Ended }

func (r *Result) ends(fn *types.Func, decl *ast.FuncDecl) bool {
	if !returnsContext(fn) || fn.Pkg().Path() == "context" {
		return false
	}
	ends := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			callee := callmatch.Callee(r.pass.TypesInfo, n)
			end := catalog.ContextEnds[callmatch.Name(callee)]
			ends = ends || end != "" && end != "deadline" || callee != nil && r.Ended(callee)
		case *ast.ReturnStmt:
			ends = ends || len(n.Results) > 0 && hasOwnDone(r.pass.TypesInfo.TypeOf(n.Results[0]))
		}
		return !ends
	})
	return ends
}

// hasOwnDone reports whether t is a type of context that does not take its end from
// one that is embedded.
func hasOwnDone(t types.Type) bool {
	if t == nil || types.IsInterface(t) {
		return false
	}
	done, index, _ := types.LookupFieldOrMethod(t, true, nil, "Done")
	return done != nil && len(index) == 1
}
