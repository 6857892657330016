package httptimeout

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportServeFunc handles http.ListenAndServe and its kin. It reports whether
// call is one of them.
func reportServeFunc(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) bool {
	name := callmatch.CalleeName(p.TypesInfo, call)
	serve, ok := catalog.HTTPServeFuncs[name]
	if !ok {
		return false
	}
	if isLocalAddr(p, call.Args[max(serve.Addr, 0)]) || onlyProfiles(p, call.Args[serve.Handler]) || madeListener(p, cur, call.Args[0]) || p.SaysBeside(call.Pos(), limitSayings...) {
		return true
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("%s serves without ReadHeaderTimeout and ReadTimeout: %s", p.Name(call.Fun), slowHeader),
		Fix:     fixServeFunc(p, cur, call, name),
	})
	return true
}
