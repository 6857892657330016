package detachedwithouttimeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

const detachedChange = "the call is canceled after 5 s"

// fixDetached sets the deadline where the context is detached:
//
//	ctx := context.WithoutCancel(ctx)  →  ctx, cancel := lifecycle.Detach(ctx, 5*time.Second)
//	                                      defer cancel()
func fixDetached(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	root := cur.Node().(*ast.CallExpr)
	stmt, ok := astindex.Statement(cur)
	if !ok || len(root.Args) != 1 {
		return nil
	}
	fn, _ := astindex.FuncAround(cur)
	if _, inGo := stmt.Node().(*ast.GoStmt); inGo || sharedWithGoroutine(cur, stmt) || ctxflow.MakesLiving(p, fn.Node()) || usedLater(p, cur) {
		return nil // the cancel would have to go where the work ends
	}
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && callmatch.CalleeName(p.TypesInfo, call) == "context.WithCancel" {
		return fixCanceled(p, call, root)
	}
	if _, returned := stmt.Node().(*ast.ReturnStmt); returned && returnsContext(p, cur) {
		return nil // a cancel function would have to go with it
	}
	if deferred, ok := stmt.Node().(*ast.DeferStmt); ok {
		return fixDeferred(p, cur, deferred)
	}
	e := p.Edit(root.Pos())
	cancel := syntax.FreeName(p, cur, "cancel")
	detach := fixes.DetachCall(p, e, root, p.Source(root.Args[0]), syntax.Seconds(p, e, root.Pos(), 5))
	assign, ok := stmt.Node().(*ast.AssignStmt)
	if ok && len(assign.Lhs) == 1 && assign.Rhs[0] == ast.Expr(root) {
		if assign.Tok != token.DEFINE {
			return nil
		}
		e.Insert(assign.Lhs[0].End(), ", "+cancel)
		e.Replace(root.Pos(), root.End(), detach)
		e.After(assign, "defer "+cancel+"()")
		return e.Fix("Set a deadline: "+detach, detachedChange)
	}
	name := syntax.FreeName(p, cur, "detached")
	e.Before(stmt.Node(), name+", "+cancel+" := "+detach, "defer "+cancel+"()")
	e.Replace(root.Pos(), root.End(), name)
	return e.Fix("Set a deadline: "+detach, detachedChange)
}

// fixCanceled puts a deadline in the place of a cancel function that is only deferred:
//
//	context.WithCancel(context.WithoutCancel(ctx))  →  lifecycle.Detach(ctx, 5*time.Second)
func fixCanceled(p *check.Pass, call, root *ast.CallExpr) *edit.Fix {
	e := p.Edit(call.Pos())
	detach := fixes.DetachCall(p, e, root, p.Source(root.Args[0]), syntax.Seconds(p, e, root.Pos(), 5))
	e.Replace(call.Pos(), call.End(), detach)
	return e.Fix("Set a deadline: "+detach, detachedChange)
}

// returnsContext reports whether the function around cur returns a context.
func returnsContext(p *check.Pass, cur inspector.Cursor) bool {
	fn, ok := astindex.FuncAround(cur)
	decl, isDecl := fn.Node().(*ast.FuncDecl)
	if !ok || !isDecl {
		return false
	}
	obj, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	return ok && ctxflow.ReturnsContext(obj)
}

// usedLater reports whether a loop after the call at cur works with the context, in each of
// its iterations, or a function that runs some time later.
func usedLater(p *check.Pass, cur inspector.Cursor) bool {
	return slices.ContainsFunc(ctxflow.SinksHere(p, cur), func(s ctxflow.Sink) bool {
		for c := range s.Call.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
			if c.Node().Pos() > cur.Node().Pos() {
				return true
			}
		}
		return false
	})
}

// fixDeferred sets the deadline when the deferred call is made, and not before:
//
//	defer release(context.WithoutCancel(ctx))
func fixDeferred(p *check.Pass, cur inspector.Cursor, stmt *ast.DeferStmt) *edit.Fix {
	root := cur.Node().(*ast.CallExpr)
	if len(stmt.Call.Args) != 1 || stmt.Call.Args[0] != ast.Expr(root) || ctxend.Path(p.TypesInfo, stmt.Call.Fun) == "" && callmatch.Func(p.TypesInfo, stmt.Call.Fun) == nil {
		return nil
	}
	e := p.Edit(root.Pos())
	name, cancel := syntax.FreeName(p, cur, "detached"), syntax.FreeName(p, cur, "cancel")
	detach := fixes.DetachCall(p, e, root, p.Source(root.Args[0]), syntax.Seconds(p, e, root.Pos(), 5))
	indent := "\n" + e.Indent(stmt.Pos())
	e.Replace(stmt.Pos(), stmt.End(), "defer func() {"+indent+"\t"+name+", "+cancel+" := "+detach+indent+"\tdefer "+cancel+"()"+
		indent+"\t"+p.Source(stmt.Call.Fun)+"("+name+")"+indent+"}()")
	return e.Fix("Set a deadline: "+detach, detachedChange)
}

// sharedWithGoroutine reports whether the function later starts goroutines, which may use
// the context after it has returned, or is in a loop.
func sharedWithGoroutine(cur, stmt inspector.Cursor) bool {
	fn, ok := astindex.FuncAround(cur)
	if !ok {
		return true
	}
	for g := range fn.Preorder((*ast.GoStmt)(nil)) {
		if g.Node().Pos() > stmt.Node().Pos() {
			return true
		}
	}
	for c := range stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		break
	}
	return false
}
