package drains

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// closed returns the buffered queue in a field that a body closes, nil if there is none.
func (r *Result) closed(body ast.Node) (queue *types.Var) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && callmatch.IsBuiltin(r.pass.TypesInfo, call, "close") {
			if field := callmatch.Field(r.pass.TypesInfo, call.Args[0]); field != nil && r.buffered(field) {
				queue = field
			}
		}
		return true
	})
	return queue
}

// buffered reports whether the package makes the channel of a field with a buffer, somewhere.
func (r *Result) buffered(field *types.Var) bool {
	for _, use := range astindex.Of(r.pass).Uses[field] {
		if r.madeAt(use) {
			return true
		}
	}
	return false
}

// madeAt reports whether a use of a field gives it a channel that is made with a buffer.
func (r *Result) madeAt(use *ast.Ident) bool {
	found := false
	for _, file := range r.pass.Files {
		if use.Pos() < file.FileStart || use.Pos() >= file.FileEnd {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil || use.Pos() < n.Pos() || use.Pos() >= n.End() {
				return false
			}
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				found = found || n.Key == ast.Expr(use) && r.buffers(n.Value)
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					sel, ok := lhs.(*ast.SelectorExpr)
					found = found || ok && sel.Sel == use && len(n.Lhs) == len(n.Rhs) && r.buffers(n.Rhs[i])
				}
			}
			return true
		})
	}
	return found
}

// buffers reports whether an expression makes a channel with a buffer.
func (r *Result) buffers(expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || !callmatch.IsBuiltin(r.pass.TypesInfo, call, "make") {
		return false
	}
	n := r.pass.TypesInfo.Types[call.Args[1]].Value
	return n == nil || n.ExactString() != "0"
}
