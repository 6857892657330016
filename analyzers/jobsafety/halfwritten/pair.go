package halfwritten

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/poolops"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A pair is two writes on one pool, by the calls a and b of one function.
type pair struct {
	p             *check.Pass
	first, second *poolops.Op
	fn            ast.Node
	a, b          *ast.CallExpr
	block         *ast.BlockStmt // that has the statement of a
	at, to        ast.Stmt       // of the block: the statement of a, and the one with b
}

// pairOf returns two writes of a function. Where one call runs both, the function that it calls has them, and is
// passed the pool.
func pairOf(p *check.Pass, fn ast.Node, first, second *poolops.Op) *pair {
	w := &pair{p: p, first: first, second: second, fn: fn, a: first.Call, b: second.Call}
	if first.Call == second.Call {
		if !second.Given || first.In == nil {
			return nil
		}
		w.fn, w.a, w.b = first.In, first.Inner, second.Inner
	}
	w.block = blockOf(astindex.FuncBody(w.fn), w.a.Pos())
	for _, stmt := range w.block.List {
		if stmt.Pos() <= w.a.Pos() && w.a.Pos() < stmt.End() {
			w.at = stmt
		}
		if stmt.Pos() <= w.b.Pos() && w.b.Pos() < stmt.End() {
			w.to = stmt
		}
	}
	if w.at == nil || w.to == nil || w.at == w.to || w.to.Pos() < w.at.Pos() {
		return nil
	}
	return w
}

// blockOf returns the innermost block of a function around a position.
func blockOf(body *ast.BlockStmt, pos token.Pos) (found *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		if block, ok := n.(*ast.BlockStmt); ok {
			found = block
		}
		return true
	})
	return found
}

// follows reports whether the second write runs where the first has succeeded, and the function returns where either
// has failed.
func (w *pair) follows() bool {
	if w.failure(w.block, w.at) == nil {
		return false
	}
	inner := blockOf(astindex.FuncBody(w.fn), w.b.Pos())
	for _, stmt := range inner.List {
		if stmt.Pos() <= w.b.Pos() && w.b.Pos() < stmt.End() {
			_, returned := stmt.(*ast.ReturnStmt)
			return !w.inFailure() && (returned || w.failure(inner, stmt) != nil || w.returnedNext(inner, stmt))
		}
	}
	return false
}

// undone returns the write by which the failure of the second takes back the first, nil if there is none.
func (w *pair) undone() ast.Node {
	inner := blockOf(astindex.FuncBody(w.fn), w.b.Pos())
	for _, stmt := range inner.List {
		if stmt.Pos() > w.b.Pos() || w.b.Pos() >= stmt.End() {
			continue
		}
		branch := w.failure(inner, stmt)
		if branch == nil {
			return nil
		}
		for _, op := range poolops.Of(w.p, &ast.FuncLit{Type: &ast.FuncType{}, Body: branch.Body}) {
			if op.Writes() {
				return op.Call
			}
		}
	}
	return nil
}
