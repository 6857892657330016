package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// shareInLoop gives each turn of the loop a context with its share of the time:
//
//	for i, hook := range hooks {
//		deadline, _ := ctx.Deadline()
//		hookCtx, cancelHook := context.WithTimeout(ctx, time.Until(deadline)/time.Duration(len(hooks)-i))
//		…hook(hookCtx)…
//		cancelHook()
//	}
func shareInLoop(p *check.Pass, loop *ast.RangeStmt, call *ast.CallExpr, ctx *ast.Ident) *edit.Fix {
	key, ok := loop.Key.(*ast.Ident)
	cur, found := cursorOf(p, loop)
	if !ok || !found || skipsTurn(loop.Body) {
		return nil
	}
	context := importName(p, fileOf(cur), "context")
	if context == "" {
		return nil
	}
	e := p.Edit(loop.Pos())
	t := e.Import(loop.Pos(), "time", "time")
	at := loop.Body.Lbrace + 1
	i := key.Name
	if i == "_" {
		i = fresh(p, at, "i")
		e.Replace(key.Pos(), key.End(), i)
	}
	deadline, own, cancel := fresh(p, at, "deadline"), fresh(p, at, "hookCtx"), fresh(p, at, "cancelHook")
	indent := e.Indent(loop.Pos()) + "\t"
	e.Insert(at, "\n"+indent+lines(indent,
		fmt.Sprintf("%s, _ := %s.Deadline()", deadline, ctx.Name),
		fmt.Sprintf("%s, %s := %s.WithTimeout(%s, %s.Until(%s)/%s.Duration(len(%s)-%s))",
			own, cancel, context, ctx.Name, t, deadline, t, p.Source(loop.X), i)))
	e.Replace(ctx.Pos(), ctx.End(), own)
	e.After(loop.Body.List[len(loop.Body.List)-1], cancel+"()")
	return e.Fix("Give each hook a share of the time that is left", "")
}

// skipsTurn reports whether a continue leaves out the rest of the body.
func skipsTurn(body *ast.BlockStmt) bool {
	skips := false
	inOwn(body, func(n ast.Node) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.CONTINUE {
			skips = true
		}
	})
	return skips
}
