package servernotimeout

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// serveFunc handles http.ListenAndServe and its kin. It reports whether
// call is one of them.
func (s *serverCheck) serveFunc(cur inspector.Cursor, call *ast.CallExpr) bool {
	p := s.p
	name := callmatch.CalleeName(p.TypesInfo, call)
	serve, ok := catalog.HTTPServeFuncs[name]
	if !ok {
		return false
	}
	if p.SaysBeside(call.Pos(), "nosec", "gosec") {
		p.Safe(call, p.Name(call.Fun), verdict.Wanted, call.Pos())
		return true
	}
	var doubts []check.Doubt
	addr := call.Args[max(serve.Addr, 0)]
	local := loopbackaddr.Is(p, addr) || madeListener(p, cur, call.Args[0])
	if local || namedForOperators(p, cur, addr) || forOperators(p, call.Args[serve.Handler]) {
		doubts = append(doubts, check.Doubting(verdict.Endpoint, call.Pos()))
	}
	if p.SaysBeside(call.Pos(), "timeouts") {
		doubts = append(doubts, check.Doubting(verdict.Comment, call.Pos()))
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("%s: %s serves without ReadHeaderTimeout and ReadTimeout", slowHeader, p.Name(call.Fun)),
		Doubts:  doubts,
		Fix:     fixServeFunc(p, cur, call, name),
	})
	return true
}
