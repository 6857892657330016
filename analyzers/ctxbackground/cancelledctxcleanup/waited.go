package cancelledctxcleanup

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// reportLimit reports the limit of a wait that is derived from a context which has ended:
//
//	<-ctx.Done()
//	drain, cancel := context.WithTimeout(ctx, limit)
//	defer cancel()
//	select {
//	case <-drained:
//	case <-drain.Done(): // immediately
//	}
//
// Where the derived context is passed on, the calls that get it are reported.
func reportLimit(p *check.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	if len(call.Args) == 0 || catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] != "deadline" || !ctxend.EndsWithParent(p.TypesInfo, call) {
		return
	}
	wait := onlyWait(p, cur)
	if wait == nil {
		return
	}
	e := endedAt(p, cur, call.Args[0])
	if e == nil {
		return
	}
	p.Report(check.Finding{
		At: call.Args[0],
		Message: fmt.Sprintf("the wait for %s (%s) ends immediately, and not after the limit: %s is already canceled, because %s (%s)",
			p.Source(wait.X), p.Where(wait.Pos(), call.Pos()), p.Source(call.Args[0]), e.How, p.Where(e.Pos, call.Pos())),
		Trace: []check.Hop{{Pos: e.Pos, Message: "the context is canceled here"}, {Pos: wait.Pos(), Message: "waits here"}},
		Fix:   fixes.FixDerived(p, cur, call),
	})
}

// onlyWait returns the first receive that waits for the end of the context which a call makes, where
// nothing else is done with that context.
func onlyWait(p *check.Pass, cur inspector.Cursor) (wait *ast.UnaryExpr) {
	targets, _ := localvar.Targets(cur)
	if len(targets) == 0 {
		return nil
	}
	id, ok := targets[0].(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return nil
	}
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		recv := receives(syntax.CursorAt(cur, use))
		if recv == nil {
			return nil
		}
		if wait == nil || recv.Pos() < wait.Pos() {
			wait = recv
		}
	}
	return wait
}

// receives returns the receive from the Done channel of the context at a cursor, nil if it is used otherwise.
func receives(use inspector.Cursor) *ast.UnaryExpr {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" {
		return nil
	}
	recv, ok := use.Parent().Parent().Parent().Node().(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return nil
	}
	return recv
}
