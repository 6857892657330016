package cancelledctxcleanup

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// takenWith returns the call that has taken, with the context of the caller, what the
// deferred call at cur gives back with it; nil if there is none, or if it reaches nobody
// else:
//
//	if err := m.locks.Lock(ctx, name); err != nil {
//		return err
//	}
//	defer m.locks.Unlock(ctx, name)
func takenWith(p *check.Pass, cur inspector.Cursor, fn *types.Func) *ast.CallExpr {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	around, deferred := deferredIn(cur)
	if !ok || !deferred || !catalog.LeaseWords[catalog.Words(fn.Name())[0]] || !ctxflow.Reaches(p, fn, 3) {
		return nil
	}
	given := ctxend.RootVar(p, call.Args[0])
	if _, ok := syntax.GivenTo(p, around, given); !ok || ctxscope.AlwaysRoot(p.Pass, cur, given) {
		return nil
	}
	for c := range around.Preorder((*ast.CallExpr)(nil)) {
		other := c.Node().(*ast.CallExpr)
		taker, isMethod := ast.Unparen(other.Fun).(*ast.SelectorExpr)
		if other.Pos() > call.Pos() || !isMethod || len(other.Args) == 0 || ctxend.Path(p.TypesInfo, taker.X) == "" || ctxend.Path(p.TypesInfo, taker.X) != ctxend.Path(p.TypesInfo, sel.X) {
			continue
		}
		name := callmatch.Callee(p.TypesInfo, other)
		if name != nil && catalog.TakeWords[catalog.Words(name.Name())[0]] && ctxend.Path(p.TypesInfo, other.Args[0]) == ctxend.Path(p.TypesInfo, call.Args[0]) {
			return other
		}
	}
	return nil
}

// deferredIn returns the function that defers the call at cur, itself or in a literal.
func deferredIn(cur inspector.Cursor) (inspector.Cursor, bool) {
	for d := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		return astindex.FuncAround(d)
	}
	return cur, false
}

func reportGivenBack(p *check.Pass, cur inspector.Cursor, taken *ast.CallExpr) {
	call := cur.Node().(*ast.CallExpr)
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(call.Args[0], p.Source(call.Args[0]), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: call.Args[0],
		Message: fmt.Sprintf("what %[3]s (%[4]s) acquires may never be released: deferred %[1]s is passed %[2]s, which the caller may have canceled before it runs",
			p.Name(call.Fun), p.Source(call.Args[0]), p.Name(taken.Fun), p.Where(taken.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: taken.Pos(), Message: "acquired here, with the same context"}},
		Doubts: []check.Doubt{check.Doubting(verdict.HandedIn, taken.Args[0].Pos())},
		Fix:    fixCleanup(p, cur),
	})
}
