package callwithoutcontext

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix calls the variant that takes a context.
//
//	db.Query(q)           →  db.QueryContext(ctx, q)
//	files.Get(id).Do()    →  files.Get(id).Context(ctx).Do()
//	exec.Command("sync")  →  lifecycle.Graceful(exec.CommandContext(ctx, "sync"), 10*time.Second)
func fix(p *check.Pass, v *variant, given *ctxscope.Source) *edit.Fix {
	if v.request != nil {
		return fixSent(p, v, given.Expr)
	}
	call := v.call
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || call.Ellipsis.IsValid() && len(call.Args) == 0 {
		return nil
	}
	e := p.Edit(call.Pos())
	changes := "it is canceled when the caller's context is"
	if v.setter != "" {
		e.Insert(sel.X.End(), "."+v.setter+"("+given.Expr+")")
		return e.Fix("Call "+v.setter+"("+given.Expr+") before "+sel.Sel.Name, changes)
	}
	if v.source == "" || v.sibling != nil && !types.Identical(v.sibling.Signature().Results(), v.fn.Signature().Results()) {
		return nil
	}
	args := given.Expr
	if len(call.Args) > 0 {
		args += ", "
	}
	e.Replace(sel.Pos(), sel.End(), fmt.Sprintf(v.source, p.Source(sel.X)))
	e.Insert(call.Lparen+1, args)
	if v.extra != "" {
		e.Insert(call.Rparen, ", "+v.extra)
	}
	if callmatch.Name(v.fn) == "os/exec.Command" {
		if p.Stdlib() {
			return nil
		}
		e.Insert(call.Pos(), e.Import(call.Pos(), p.Lifecycle(), "lifecycle")+".Graceful(")
		e.Insert(call.End(), ", "+e.Seconds(call.Pos(), "shutdown")+")")
		changes = "the command is terminated when the caller's context is canceled"
	}
	return e.Fix("Call "+v.name+" with "+given.Expr, changes)
}
