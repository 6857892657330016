package bodynolimit

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// middleware returns where the package limits the bodies of requests that other functions read, nil if
// it does not: a middleware that is known, or a function that sets the body to one with a limit and does
// not read it.
func middleware(p *check.Pass, in *inspector.Inspector) ast.Node {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		name := to.Name
		if catalog.BodyLimitMiddleware[name] {
			return call
		}
		fn, ok := astindex.FuncAround(cur)
		if ok && catalog.BodyLimits[name] && setsBody(cur) && !readsAny(p, fn) {
			return call
		}
	}
	return nil
}

// setsBody reports whether the value of the call at cur becomes the body of a request.
func setsBody(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		sel, ok := c.Node().(*ast.AssignStmt).Lhs[0].(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "Body"
	}
	return false
}

func readsAny(p *check.Pass, fn inspector.Cursor) bool {
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		if bodyOf(p, cur) != nil {
			return true
		}
	}
	return false
}

// limited returns what limits a read: a call in the function, one in each of its callers, or a question
// for the length. It is nil where nothing does.
func (r *read) limited(p *check.Pass) ast.Node {
	if at := limitIn(p, r.fn); at != nil {
		return at
	}
	decl, ok := r.fn.(*ast.FuncDecl)
	if !ok {
		return nil
	}
	var found ast.Node
	for _, call := range astindex.Of(p.Pass).Calls[p.TypesInfo.Defs[decl.Name].(*types.Func)] {
		if found = limitIn(p, call.In); found == nil {
			return nil
		}
	}
	return found
}

// limitIn returns what limits the body of a request in a function, nil if nothing does.
func limitIn(p *check.Pass, fn ast.Node) ast.Node {
	var found ast.Node
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			return !comparesNone(p, n)
		case *ast.SelectorExpr:
			if n.Sel.Name == "ContentLength" {
				found = n
			}
		case *ast.CallExpr:
			if catalog.BodyLimits[callmatch.CalleeName(p.TypesInfo, n)] {
				found = n
			}
		case *ast.CompositeLit:
			if callmatch.IsType(p.TypesInfo.TypeOf(n), "io.LimitedReader") {
				found = n
			}
		}
		return found == nil
	})
	return found
}

// comparesNone reports whether a comparison asks whether there is a body at all: 0 and -1 are no limit.
//
//	if r.ContentLength > 0 { … }
func comparesNone(p *check.Pass, cmp *ast.BinaryExpr) bool {
	for _, side := range []ast.Expr{cmp.X, cmp.Y} {
		if v := p.TypesInfo.Types[side].Value; v != nil && (v.String() == "0" || v.String() == "-1") {
			return true
		}
	}
	return false
}
