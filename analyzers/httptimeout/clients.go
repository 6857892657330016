package httptimeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// endlessUse returns a call through which the client made at cur sends a request
// that nothing ends, nil when there is none that can be seen or when the client
// may be limited.
func endlessUse(p *check.Pass, set *settings, made inspector.Cursor) *ast.CallExpr {
	if call := sends(p, made); call != nil {
		return call
	}
	lhs := clientVar(p.TypesInfo, made)
	if lhs == nil || set.unknown || set.through[lhs] || set.public(p, lhs) || assignedElse(p, made, lhs) {
		return nil
	}
	var found *ast.CallExpr
	for _, id := range astindex.Of(p.Pass).Uses[lhs] {
		use, ok := astindex.Find(made.Inspector(), id)
		if !ok || inTest(p, id) {
			continue
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == id {
			use = use.Parent() // c.client
		}
		if set.leaves(p, use, set.strict()) {
			return nil
		}
		if found == nil {
			found = sends(p, use)
		}
	}
	return found
}

// clientVar returns the variable or field that holds the client made at cur.
func clientVar(info *types.Info, made inspector.Cursor) *types.Var {
	if lhs := localvar.Target(made); lhs != nil {
		if _, ok := lhs.(*ast.IndexExpr); ok {
			return nil
		}
		return variable(info, lhs)
	}
	if kv, ok := made.Parent().Node().(*ast.KeyValueExpr); ok && kv.Value == made.Node() {
		if key, ok := kv.Key.(*ast.Ident); ok {
			if v, ok := info.Uses[key].(*types.Var); ok && v.IsField() {
				return v.Origin()
			}
		}
	}
	return nil
}

// assignedElse reports whether anything but what is made at cur is assigned to
// v: then its calls may go through that.
func assignedElse(p *check.Pass, made inspector.Cursor, v *types.Var) bool {
	for cur := range made.Inspector().Root().Preorder((*ast.AssignStmt)(nil), (*ast.KeyValueExpr)(nil)) {
		if inTest(p, cur.Node()) {
			continue
		}
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if variable(p.TypesInfo, lhs) == v && !cur.Contains(made) {
					return true
				}
			}
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			if ok && v.IsField() && p.TypesInfo.Uses[key] == v && !cur.Contains(made) && !p.Quiet(n.Pos()) {
				return true
			}
		}
	}
	return false
}

// sends returns the call of which the client at cur is the receiver, if it sends
// a request that nothing ends and whose answer is not read as a stream.
func sends(p *check.Pass, cur inspector.Cursor) *ast.CallExpr {
	for _, ok := cur.Parent().Node().(*ast.ParenExpr); ok; _, ok = cur.Parent().Node().(*ast.ParenExpr) {
		cur = cur.Parent()
	}
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if !ok || sel.X != cur.Node() {
		return nil
	}
	call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != sel || p.Quiet(call.Pos()) || streams(p, cur.Parent().Parent()) {
		return nil
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	if catalog.HTTPClientMethods[name] {
		return call
	}
	if name == "(*net/http.Client).Do" && boundsOf(p, cur.Inspector()).request(call.Args[0]) == endless {
		return call
	}
	return nil
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

// fixClient sets the Timeout in a literal, or behind the statement that makes
// the client.
func fixClient(p *check.Pass, made inspector.Cursor, use *ast.CallExpr) *edit.Fix {
	if dropsError(made.Inspector(), use) {
		return nil
	}
	e := p.Edit(made.Node().Pos())
	expr, limit := made.Node().(ast.Expr), limitOf(p, made.Inspector(), use)
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	switch n := expr.(type) {
	case *ast.CompositeLit:
		insertField(e, n, "Timeout", limit.expr(e, n))
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
		assignBehind(p, e, made, "client", [][2]string{{"Timeout", timeout}})
	}
	return e.Fix("Set Timeout to "+limit.text, limit.changes())
}

// fixDefaultCall sends http.Get and its kin through a client with a limit.
func fixDefaultCall(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr) // not if imported with a dot
	if !ok || dropsError(cur.Inspector(), call) {
		return nil
	}
	return replaceClient(p, cur, sel, sel.X, limitOf(p, cur.Inspector(), call), true)
}

// replaceClient puts a limited client in the place of expr, which is sel or its
// qualifier: lifecycle's, or a literal where that would leave the import of
// net/http without a use.
func replaceClient(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr, expr ast.Expr, limit callLimit, receiver bool) *edit.Fix {
	e := p.Edit(expr.Pos())
	if !p.Stdlib() && limit == usual && keepsHTTP(p, cur, sel) {
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

// keepsHTTP reports whether the file around cur uses the import that sel names
// for more than what this check's fixes replace.
func keepsHTTP(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) bool {
	for file := range cur.Enclosing((*ast.File)(nil)) {
		return edit.KeepsImport(p.TypesInfo, file.Node().(*ast.File), sel, func(sel *ast.SelectorExpr) bool {
			return sel.Sel.Name == "DefaultClient" || catalog.HTTPClientCalls[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]
		})
	}
	return false
}
