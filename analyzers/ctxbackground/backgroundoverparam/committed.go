package backgroundoverparam

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// committed reports whether a transaction has been committed before cur in a
// block around it: what follows must not be undone by a caller that leaves.
func committed(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		for _, s := range astindex.Stmts(c.Parent().Node()) {
			if s == stmt {
				break
			}
			if commits(p, s) {
				return true
			}
		}
	}
	return false
}

func commits(p *check.Pass, stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := callmatch.Callee(p.TypesInfo, call)
			found = found || fn != nil && catalog.Words(fn.Name())[0] == "commit"
		}
		return !found
	})
	return found
}

// writtenDown reports whether s is a call that changes something, after one that got the
// context in scope and can fail: the different contexts are intended. What the first has
// begun must not stay incomplete.
//
//	if err := s.db.SetPassword(ctx, id, hash); err != nil {
//		return err
//	}
//	return s.db.RemoveSessions(context.Background(), id)
func writtenDown(p *check.Pass, fn inspector.Cursor, s ctxflow.Sink, given *ctxscope.Source) bool {
	if s.Fn == nil || !catalog.ChangeWords[catalog.Words(s.Fn.Name())[0]] {
		return false
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if call.End() > s.Call.Node().Pos() {
			continue
		}
		sig, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
		if inner, in := astindex.FuncAround(c); !ok || !in || inner != fn || !callmatch.CanFail(sig) {
			continue
		}
		if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return p.Source(arg) == given.Expr }) {
			return true
		}
	}
	return false
}
