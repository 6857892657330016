package clientnotimeout

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A request is one that no deadline ends as far as the package shows, and what speaks
// against it.
type request struct {
	call   *ast.CallExpr
	given  bool // it or its context comes from a caller, who may set a deadline
	doubts []check.Doubt
}

// endlessUse returns a request that is sent through the client and that nothing ends, the
// one with the least against it; nil when there is none that can be seen.
func endlessUse(f *valueflow.Flow) *request {
	var found *request
	for _, use := range f.Uses {
		if r := sends(f.P, use); r != nil && (found == nil || len(r.doubts) < len(found.doubts)) {
			found = r
		}
	}
	return found
}

// sends returns the request that is sent by the call of which the client at cur is the
// receiver, nil if something ends it.
func sends(p *check.Pass, cur inspector.Cursor) *request {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if !ok || sel.X != cur.Node() {
		return nil
	}
	call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != sel || p.Quiet(call.Pos()) {
		return nil
	}
	name := valueflow.ClientMethod(p.TypesInfo, call)
	if !catalog.HTTPClientMethods[name] && name != "(*net/http.Client).Do" {
		return nil
	}
	r := &request{call: call, doubts: requestDoubts(p, cur.Parent().Parent(), call)}
	if name != "(*net/http.Client).Do" {
		return r
	}
	switch boundsOf(p, cur.Inspector()).request(call.Args[0]) {
	case bounded:
		return nil
	case unknown:
		r.given = true
		r.doubts = append(r.doubts, check.Doubting(verdict.CallersLimit, call.Args[0].Pos()))
	}
	return r
}

// requestDoubts returns what speaks against a limit for the request that is sent at cur.
func requestDoubts(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) []check.Doubt {
	var list []check.Doubt
	doubt := func(applies bool, d *verdict.Doubt) {
		if applies {
			list = append(list, check.Doubting(d, call.Pos()))
		}
	}
	doubt(takesTime(p, cur.Inspector(), call), verdict.LongLived)
	doubt(loopbackaddr.Is(p, call.Args[0]), verdict.Endpoint)
	doubt(isTool(p) || byCommand(p, cur), verdict.ByHand)
	return list
}

// takesTime reports whether a limit on a request would cut what it receives or sends.
func takesTime(p *check.Pass, in *inspector.Inspector, request *ast.CallExpr) bool {
	cur, ok := astindex.Find(in, request)
	return ok && (streams(p, cur) || piped(p, cur))
}

// dropsError reports whether the error of a request is thrown away: with a limit
// there would be more of them, and no response then to read from.
func dropsError(in *inspector.Inspector, request *ast.CallExpr) bool {
	cur, ok := astindex.Find(in, request)
	if !ok {
		return false
	}
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 {
		return false
	}
	response, _ := assign.Lhs[0].(*ast.Ident)
	err, _ := assign.Lhs[1].(*ast.Ident)
	return err != nil && err.Name == "_" && response != nil && response.Name != "_"
}

// fixClient sets the Timeout in a literal, or after the statement that makes the client.
func fixClient(p *check.Pass, made inspector.Cursor, use *ast.CallExpr) *edit.Fix {
	if dropsError(made.Inspector(), use) || takesTime(p, made.Inspector(), use) {
		return nil
	}
	e := p.Edit(made.Node().Pos())
	expr, limit := made.Node().(ast.Expr), limitOf(p, made.Inspector(), use).configured(e, made.Node())
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	switch n := expr.(type) {
	case *ast.CompositeLit:
		fixes.SetField(e, n, "Timeout", limit.expr(e, n))
	case *ast.SelectorExpr:
		_, receiver := made.Parent().Node().(*ast.SelectorExpr)
		return replaceClient(p, made, n, n, limit, receiver)
	case *ast.CallExpr:
		timeout := limit.expr(e, n)
		if callmatch.Callee(p.TypesInfo, n) == nil { // new(http.Client)
			e.Replace(n.Pos(), n.Args[0].Pos(), "&")
			e.Replace(n.Args[0].End(), n.End(), "{Timeout: "+timeout+"}")
			break
		}
		fixes.AssignBehind(p, e, made, "client", [][2]string{{"Timeout", timeout}})
	}
	return e.Fix("Set Timeout to "+limit.text, limit.changes())
}

// fixDefaultCall sends http.Get and its kin through a client with a limit.
func fixDefaultCall(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr) // not if imported with a dot
	if !ok || dropsError(cur.Inspector(), call) || takesTime(p, cur.Inspector(), call) {
		return nil
	}
	if f := fixWithContext(p, cur, call, sel); f != nil {
		return f
	}
	return replaceClient(p, cur, sel, sel.X, limitOf(p, cur.Inspector(), call), true)
}

// replaceClient puts a limited client in the place of expr, which is sel or its
// qualifier: lifecycle's, or a literal where that would leave the import of
// net/http without a use.
func replaceClient(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr, expr ast.Expr, limit callLimit, receiver bool) *edit.Fix {
	e := p.Edit(expr.Pos())
	limit = limit.configured(e, expr)
	if !p.Plain() && limit == usual && fixes.KeepsHTTP(p, cur, sel) {
		client := e.Import(expr.Pos(), p.Lifecycle(), "lifecycle") + ".DefaultClient"
		e.Replace(expr.Pos(), expr.End(), client)
		return e.Fix("Call through "+client, limit.changes())
	}
	literal := "&" + p.Source(sel.X) + ".Client{Timeout: " + limit.expr(e, expr) + "}"
	if receiver {
		literal = "(" + literal + ")"
	}
	e.Replace(expr.Pos(), expr.End(), literal)
	return e.Fix("Call through a client with a Timeout of "+limit.text, limit.changes())
}
