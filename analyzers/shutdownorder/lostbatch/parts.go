package lostbatch

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
)

// parts returns the nodes in which what is collected may be passed on: the cases and what follows the
// select, or the body.
func (b *batcher) parts() []ast.Node {
	if b.sel == nil {
		return []ast.Node{bodyOf(b.loop)}
	}
	var list []ast.Node
	for _, clause := range b.clauses() {
		list = append(list, clause)
	}
	if rest := b.rest(); len(rest.List) > 0 {
		list = append(list, rest)
	}
	return list
}

// rest returns the statements of the loop that follow the select.
func (b *batcher) rest() *ast.BlockStmt {
	list := bodyOf(b.loop).List
	i := slices.IndexFunc(list, func(s ast.Stmt) bool { return s.Pos() >= b.sel.End() })
	if i < 0 {
		return new(ast.BlockStmt)
	}
	return &ast.BlockStmt{List: list[i:]}
}

// postponed reports whether an iteration can leave a call out that follows the select: it is below a
// condition, or a statement before it continues the loop. What each iteration passes on is never left
// over.
//
//	case item := <-in:
//		batch = append(batch, item)
//		if len(batch) < size {
//			continue
//		}
func (b *batcher) postponed(part ast.Node, call *ast.CallExpr) bool {
	if rest, ok := part.(*ast.BlockStmt); !ok || b.sel == nil || len(rest.List) == 0 {
		return true
	}
	found := false
	ast.Inspect(bodyOf(b.loop), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			found = found || n.Tok == token.CONTINUE && n.Pos() < call.Pos()
		case *ast.IfStmt:
			found = found || syntax.Within(n.Body, call.Pos())
		case *ast.CaseClause:
			found = found || syntax.Within(n, call.Pos())
		}
		return !found
	})
	return found
}
