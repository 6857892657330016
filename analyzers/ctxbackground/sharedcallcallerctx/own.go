package sharedcallcallerctx

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/sharedcalls"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportOwn reports a function that shares a call between its callers, and makes it with the context of the
// one that came first:
//
//	if c, ok := s.calls[key]; ok {
//		s.mu.Unlock()
//		<-c.done
//		return c.val, c.err
//	}
//	c := &call{done: make(chan struct{})}
//	s.calls[key] = c
//	s.mu.Unlock()
//	c.val, c.err = s.load(ctx, key)
func reportOwn(p *check.Pass) {
	known := sharedcalls.Of(p.Pass)
	for fn, decl := range astindex.Funcs(p.Pass) {
		if !takesContext(fn) || p.Quiet(decl.Pos()) {
			continue
		}
		flight := known.Flight(decl)
		if flight == nil {
			continue
		}
		for cur := range declCursor(p, decl).Preorder((*ast.AssignStmt)(nil)) {
			if ctx := sharedWith(p, cur, decl, flight); ctx != nil {
				reportOwnCall(p, cur, ctx, flight)
				break
			}
		}
	}
}

// takesContext reports whether a function is passed a context.
func takesContext(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if ctxscope.IsContext(v.Type()) {
			return true
		}
	}
	return false
}

// sharedWith returns the context of the caller with which a call is made whose results the shared entry gets,
// nil if there is none.
func sharedWith(p *check.Pass, cur inspector.Cursor, decl *ast.FuncDecl, flight *sharedcalls.Flight) ast.Expr {
	assign := cur.Node().(*ast.AssignStmt)
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || assign.Pos() < flight.Wait.End() || !ofEntry(p, assign.Lhs, flight.Entry) {
		return nil
	}
	for i, arg := range call.Args {
		if !ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) || ctxuse.Of(p.Pass).IdleCall(call, i) || ctxflow.MakesContext(p, call) {
			continue
		}
		list := ctxend.Ancestry(p, decl, arg)
		root := ctxend.RootVar(p, list[len(list)-1])
		fn := p.TypesInfo.Defs[decl.Name].(*types.Func)
		for v := range fn.Signature().Params().Variables() {
			if v == root && ctxscope.IsContext(v.Type()) {
				return arg
			}
		}
	}
	return nil
}

// ofEntry reports whether one of some expressions is a field of a variable.
func ofEntry(p *check.Pass, list []ast.Expr, entry types.Object) bool {
	for _, lhs := range list {
		if sel, ok := lhs.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) == entry {
				return true
			}
		}
	}
	return false
}

func reportOwnCall(p *check.Pass, cur inspector.Cursor, ctx ast.Expr, flight *sharedcalls.Flight) {
	call := ast.Unparen(cur.Node().(*ast.AssignStmt).Rhs[0]).(*ast.CallExpr)
	if pos, ok := intent.Wanted(p, syntax.CursorAt(cur, ctx)); ok {
		p.Safe(ctx, p.Source(ctx), verdict.Wanted, pos)
		return
	}
	name := callmatch.Callee(p.TypesInfo, call)
	if name != nil && ctxflow.ReturnsContext(name) {
		return
	}
	p.Report(check.Finding{
		At: ctx,
		Message: fmt.Sprintf("when the first caller is canceled, the others get its error: they wait at %s for %s, which is passed its context",
			p.Where(flight.Wait.Pos(), ctx.Pos()), p.Name(call.Fun)),
		Trace: []check.Hop{{Pos: flight.Wait.Pos(), Message: "the other callers wait here"}},
		Fix:   fixOwn(p, cur, ctx),
	})
}

// fixOwn gives the call a context of its own, with a limit.
func fixOwn(p *check.Pass, cur inspector.Cursor, ctx ast.Expr) *edit.Fix {
	e := p.Edit(ctx.Pos())
	detach := fixes.DetachCall(p, e, cur.Node(), p.Source(ctx), syntax.Seconds(p, e, ctx.Pos(), 30))
	name, cancel := syntax.FreeName(p, cur, "sharedCtx"), syntax.FreeName(p, cur, "cancel")
	e.Before(cur.Node().(ast.Stmt), name+", "+cancel+" := "+detach, "defer "+cancel+"()")
	e.Replace(ctx.Pos(), ctx.End(), name)
	return e.Fix("Detach the shared call: "+detach, "it is canceled after 30 s, not when its callers are canceled")
}

// declCursor returns the cursor of a declaration.
func declCursor(p *check.Pass, decl *ast.FuncDecl) inspector.Cursor {
	return syntax.CursorAt(p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root(), decl)
}
