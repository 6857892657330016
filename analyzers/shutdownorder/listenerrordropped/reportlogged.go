package listenerrordropped

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportLogged reports a server whose error is only logged, while the program waits for a signal.
func reportLogged(p *check.Pass, cur inspector.Cursor) {
	stmt := onlyLogged(p, cur)
	if stmt == nil {
		return
	}
	call := cur.Node().(*ast.CallExpr)
	if ln := listener(p, call); ln != nil {
		p.Safe(call.Fun, p.Name(call.Fun), verdict.Handled, ln.Pos())
		return
	}
	doubts := forDevelopers(p, call)
	if len(doubts) == 0 && (astindex.HomeForOperators(p.Pass, call.Pos()) || madeForOperators(p, cur)) {
		doubts = append(doubts, check.Doubting(verdict.Endpoint, call.Pos()))
	}
	if other := otherServer(p, cur); other != nil {
		doubts = append(doubts, check.Doubting(verdict.OtherServer, other.Pos()))
	}
	p.Report(check.Finding{
		At: call.Fun,
		Message: fmt.Sprintf("the program keeps running without the server when that cannot listen, as when its address is in use: the error of %s is only logged",
			p.Name(call.Fun)),
		Trace:  []check.Hop{{Pos: stmt.Pos(), Message: "logged here"}},
		Doubts: doubts,
		Fix:    fixLogged(p, cur, stmt),
	})
}

// listener returns the listener that a call is passed, or nil: where it was made, that it cannot listen has
// been seen.
func listener(p *check.Pass, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if callmatch.IsType(p.TypesInfo.TypeOf(arg), "net.Listener") || callmatch.IsType(p.TypesInfo.TypeOf(arg), "net.TCPListener") {
			return arg
		}
	}
	return nil
}

// madeForOperators reports whether the function around cur makes its server with an address that is named
// for operators, or the call at cur is passed one.
func madeForOperators(p *check.Pass, cur inspector.Cursor) bool {
	if call := cur.Node().(*ast.CallExpr); len(call.Args) > 0 && astindex.AddressForOperators(call.Args[0]) {
		return true
	}
	fn, _ := astindex.FuncAround(cur)
	for c := range fn.Preorder((*ast.CompositeLit)(nil)) {
		lit := c.Node().(*ast.CompositeLit)
		if addr := astindex.LitField(lit, "Addr"); addr != nil && callmatch.IsType(p.TypesInfo.TypeOf(lit), "net/http.Server") && astindex.AddressForOperators(addr) {
			return true
		}
	}
	return false
}

// otherServer returns a serving call in another function than the one around cur, or than what the call
// there calls, whose error is noticed: that server is the one that counts. It is nil if there is none.
func otherServer(p *check.Pass, cur inspector.Cursor) *ast.CallExpr {
	fn, _ := astindex.FuncAround(cur)
	called := syntax.IndexDecl(p, callmatch.Callee(p.TypesInfo, cur.Node().(*ast.CallExpr)))
	for other := range cur.Inspector().Root().Preorder((*ast.CallExpr)(nil)) {
		call := other.Node().(*ast.CallExpr)
		in, ok := astindex.FuncAround(other)
		if !ok || in == fn || !serves(p, call) || p.Quiet(call.Pos()) || called != nil && astindex.DeclAround(other) == ast.Node(called) {
			continue
		}
		if dropping(other) == nil && onlyLogged(p, other) == nil {
			return call
		}
	}
	return nil
}
