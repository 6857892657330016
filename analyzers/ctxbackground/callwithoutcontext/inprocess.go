package callwithoutcontext

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// inProcess reports whether a call makes a request that a handler of the program gets: nothing is sent.
//
//	req, err := http.NewRequest("GET", "/index.html", nil)
//	…
//	files.ServeHTTP(w, req)
func inProcess(p *check.Pass, cur inspector.Cursor) bool {
	targets, _ := localvar.Targets(cur)
	if len(targets) == 0 || callmatch.CalleeName(p.TypesInfo, cur.Node().(*ast.CallExpr)) != "net/http.NewRequest" {
		return false
	}
	id, ok := targets[0].(*ast.Ident)
	if !ok {
		return false
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	return slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(id *ast.Ident) bool {
		use, ok := astindex.Find(cur.Inspector(), id)
		if !ok {
			return false
		}
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if !ok {
			return false
		}
		sig, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
		return ok && astindex.AnswersRequests(sig)
	})
}
