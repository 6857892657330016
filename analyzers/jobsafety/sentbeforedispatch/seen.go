package sentbeforedispatch

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// reportSeen reports a key that is noted as seen before the work on it, whose failure the caller gets: the next
// attempt is skipped.
//
//	if s.known(item.ID) { // which also stores the ID
//		return nil
//	}
//	_, err := s.db.ExecContext(ctx, "INSERT …", item.ID)
//	return err
//
// Silent where another function than the one that notes it deletes from the same map.
func reportSeen(p *check.Pass) {
	notes := make(map[*types.Func]*types.Var)
	for fn, decl := range astindex.Funcs(p.Pass) {
		if field := noted(p, decl); field != nil && !deleted(p, field, decl) {
			notes[fn] = field
		}
	}
	if len(notes) == 0 {
		return
	}
	for cur, to := range calls.All(p.Pass) {
		test, ok := cur.Parent().Node().(*ast.IfStmt)
		if !ok || to.Func == nil || notes[to.Func.Origin()] == nil || test.Cond != ast.Expr(to.Expr) || test.Else != nil || !returnsNil(p, test.Body) || p.Quiet(to.Expr.Pos()) {
			continue
		}
		if work := workAfter(p, cur.Parent()); work != nil {
			p.Report(check.Finding{
				At: to.Expr,
				Message: fmt.Sprintf("work is lost when %s (%s) fails: %s has already noted the key, and the next attempt finds it there and returns",
					p.Source(work.Fun), p.Where(work.Pos(), to.Expr.Pos()), p.Source(to.Expr.Fun)),
				Trace: []check.Hop{{Pos: work.Pos(), Message: "may fail after it is noted"}},
			})
		}
	}
}

// returnsNil reports whether a block returns no error, in a function that can return one.
func returnsNil(p *check.Pass, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok && len(ret.Results) > 0 && p.TypesInfo.Types[ret.Results[len(ret.Results)-1]].IsNil()
}

// workAfter returns a call in the statements that follow, of a database or another machine, after which the
// function may return an error.
func workAfter(p *check.Pass, test inspector.Cursor) (work *ast.CallExpr) {
	sends := outbound.Of(p.Pass)
	for next, ok := test.NextSibling(); ok; next, ok = next.NextSibling() {
		for c := range next.Preorder((*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)) {
			switch n := c.Node().(type) {
			case *ast.CallExpr:
				fn := callmatch.Callee(p.TypesInfo, n)
				if work == nil && fn != nil && (catalog.Queries[callmatch.Name(fn)] || sends.Sends(fn)) && callmatch.CanFail(fn.Signature()) {
					work = n
				}
			case *ast.ReturnStmt:
				if len(n.Results) == 0 || work == nil {
					continue
				}
				last := n.Results[len(n.Results)-1]
				if callmatch.IsError(p.TypesInfo.TypeOf(last)) && !p.TypesInfo.Types[last].IsNil() {
					return work
				}
			}
		}
	}
	return nil
}
