package unjoinedworker

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixUnjoined makes the worker a member of a group that is stopped, and waited
// for, before what was deferred so far runs:
//
//	workers := lifecycle.NewGroup(ctx)
//	defer lifecycle.Within(10*time.Second, func() { _ = workers.Stop(context.Background()) })
//	workers.Go(meter.Run)
func fixUnjoined(p *check.Pass, cur inspector.Cursor) *edit.Fix {
	stmt := cur.Node().(*ast.GoStmt)
	at := outside(cur)
	ctx := contextIn(p, stmt.Call)
	if ctx == nil || !syntax.VisibleAt(p, ctx, at.Pos()) || ctx.Pos() > at.Pos() || !givesFunc(p, stmt.Call) && !waitgroup.Steady(p, stmt) {
		return nil
	}
	group := groupName(p, cur)
	e := p.Edit(stmt.Pos())
	lc := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle")
	context, limit := e.Import(at.Pos(), "context", "context"), e.Seconds(at.Pos(), "shutdown")
	setup := []string{
		fmt.Sprintf("%s := %s.NewGroup(%s)", group, lc, ctx.Name()),
		fmt.Sprintf("defer %s.Within(%s, func() { _ = %s.Stop(%s.Background()) })", lc, limit, group, context),
	}
	e.Before(at, setup...)
	wrapStart(p, e, stmt, group, ctx, context)
	return e.Fix("Start it in "+group+", a lifecycle.Group that is waited for", "the program waits for the worker, up to 10 s")
}

// wrapStart turns the go statement into a call of the group's Go method.
func wrapStart(p *check.Pass, e *edit.Builder, stmt *ast.GoStmt, group string, ctx *types.Var, context string) {
	call := stmt.Call
	param := ctx.Name() + " " + context + ".Context"
	lit, isLit := ast.Unparen(call.Fun).(*ast.FuncLit)
	switch {
	case isLit && len(call.Args) == 0 && lit.Type.Results == nil:
		e.Replace(stmt.Pos(), lit.Body.Pos(), group+".Go(func("+param+") ")
		e.Replace(lit.End(), stmt.End(), ")")
	case !isLit && givesFunc(p, call):
		e.Replace(stmt.Pos(), stmt.End(), group+".Go("+p.Source(call.Fun)+")")
	default:
		result := ""
		if tuple, ok := p.TypesInfo.TypeOf(call).(*types.Tuple); !ok || tuple.Len() > 0 {
			result = "_ = "
		}
		e.Replace(stmt.Pos(), call.Pos(), group+".Go(func("+param+") { "+result)
		e.Insert(stmt.End(), " })")
	}
}

// givesFunc reports whether the group can have the function called as it is: it is one of
// func(context.Context).
func givesFunc(p *check.Pass, call *ast.CallExpr) bool {
	sig, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	return ok && len(call.Args) == 1 && sig.Results().Len() == 0 && sig.Params().Len() == 1 && !sig.Variadic() && ctxscope.IsContext(sig.Params().At(0).Type())
}

// contextIn returns the context variable that the call mentions.
func contextIn(p *check.Pass, call *ast.CallExpr) *types.Var {
	var found *types.Var
	ast.Inspect(call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && found == nil {
			if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() && ctxscope.IsContext(v.Type()) && v.Pos() < call.Pos() {
				found = v
			}
		}
		return true
	})
	return found
}

// outside returns the statement before which a group has to be made: the go
// statement, or the outermost loop around it.
func outside(cur inspector.Cursor) ast.Stmt {
	at := cur.Node().(ast.Stmt)
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil)) {
		if stmt, ok := c.Node().(ast.Stmt); ok {
			at = stmt
		}
	}
	return at
}

// groupName returns a name for the group that no other fix in the file uses.
func groupName(p *check.Pass, cur inspector.Cursor) string {
	n := 0
	for _, s := range astindex.Of(p.Pass).Starts {
		if p.Fset.File(s.Node.Pos()) != p.Fset.File(cur.Node().Pos()) {
			continue
		}
		if s.Node == cur.Node() {
			break
		}
		n++
	}
	name := "workers"
	if n > 0 {
		name = fmt.Sprintf("workers%d", n+1)
	}
	if _, obj := p.Pkg.Scope().Innermost(cur.Node().Pos()).LookupParent(name, 0); obj != nil {
		return name + "Group"
	}
	return name
}

// workerName names the goroutine for a message.
func workerName(p *check.Pass, stmt inspector.Cursor) string {
	fun := stmt.Node().(*ast.GoStmt).Call.Fun
	if _, ok := ast.Unparen(fun).(*ast.FuncLit); ok {
		return "the goroutine"
	}
	return p.Source(fun)
}
