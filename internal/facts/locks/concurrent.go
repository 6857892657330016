package locks

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// concurrent is the fast path for packages without locks: whether something here starts a
// goroutine or handles requests, a method that takes a context changes a map, or an object that
// all users of a package share is named.
func concurrent(pass *analysis.Pass) bool {
	for _, file := range pass.Files {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				found = true
			case *ast.Ident:
				found = found || sharedDefault(pass.TypesInfo.Uses[n])
			case *ast.FuncType:
				found = found || called(pass, n)
			case *ast.CallExpr:
				found = found || starts(pass, n)
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func sharedDefault(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return false
	}
	_, shared := catalog.SharedDefaults[v.Pkg().Path()+"."+v.Name()]
	return shared
}

// starts reports whether a call runs a function in its own goroutine.
func starts(pass *analysis.Pass, call *ast.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}
	_, ok := catalog.Starters[callmatch.CalleeName(pass.TypesInfo, call)]
	return ok
}

// called reports whether a function has a parameter that those get which others call concurrently:
// a request, or a context.
func called(pass *analysis.Pass, fn *ast.FuncType) bool {
	for _, param := range fn.Params.List {
		name := callmatch.TypeName(types.Unalias(callmatch.Deref(pass.TypesInfo.TypeOf(param.Type))))
		if name == "net/http.ResponseWriter" || name == "context.Context" || catalog.RequestContexts[name] {
			return true
		}
	}
	return false
}
