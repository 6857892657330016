package sharedhookbudget

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
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
	cur, found := syntax.CursorOf(p, loop)
	if !ok || !found || skipsTurn(loop.Body) {
		return nil
	}
	context := syntax.ImportName(p, astindex.FileOf(cur), "context")
	if context == "" {
		return nil
	}
	e := p.Edit(loop.Pos())
	t := e.Import(loop.Pos(), "time", "time")
	at := loop.Body.Lbrace + 1
	i := key.Name
	if i == "_" {
		i = syntax.Fresh(p, at, "i")
		e.Replace(key.Pos(), key.End(), i)
	}
	deadline, own, cancel := syntax.Fresh(p, at, "deadline"), syntax.Fresh(p, at, "hookCtx"), syntax.Fresh(p, at, "cancelHook")
	indent := e.Indent(loop.Pos()) + "\t"
	e.Insert(at, "\n"+indent+syntax.Lines(indent,
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
	syntax.InOwn(body, func(n ast.Node) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.CONTINUE {
			skips = true
		}
	})
	return skips
}

// fixSharedBudget gives each hook an equal share of the time that is left:
//
//	for _, hook := range hooks { hook(ctx) }  →  _ = lifecycle.RunHooks(ctx, hooks...)
//
// A loop that does more than call hooks without results gets a context per turn.
func fixSharedBudget(p *check.Pass, loop *ast.RangeStmt, call *ast.CallExpr, ctx *ast.Ident) *edit.Fix {
	e := p.Edit(loop.Pos())
	stmt, plain := loop.Body.List[0].(*ast.ExprStmt)
	_, slice := p.TypesInfo.TypeOf(loop.X).Underlying().(*types.Slice)
	if _, direct := call.Fun.(*ast.Ident); direct && plain && stmt.X == call && len(loop.Body.List) == 1 && slice && !p.Stdlib() {
		run := e.Import(loop.Pos(), p.Lifecycle(), "lifecycle") + ".RunHooks"
		if _, tuple := p.TypesInfo.TypeOf(call).(*types.Tuple); tuple && !named(p.TypesInfo.TypeOf(loop.X)) {
			e.Replace(loop.Pos(), loop.End(), fmt.Sprintf("_ = %s(%s, %s...)", run, ctx.Name, p.Source(loop.X)))
			return e.Fix("Run the hooks with "+run, "a hook that exceeds its share is no longer waited for, and one that panics does not stop the others")
		}
	}
	return shareInLoop(p, loop, call, ctx)
}

// named reports whether the elements of a slice have a type that RunHooks does
// not take.
func named(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return true
	}
	_, plain := types.Unalias(slice.Elem()).(*types.Signature)
	return !plain
}
