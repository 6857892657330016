// Package sharedhookbudget is the check shutdownorder/shared-hook-budget: hooks run one
// after the other under one deadline.
package sharedhookbudget

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

//go:embed sharedhookbudget.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "shared-hook-budget",
	Title:      "hooks run one after the other under one deadline",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	ctx, cancel := context.WithTimeout(context.Background(), budget)
//	defer cancel()
//	for _, hook := range hooks {
//		hook(ctx)
//	}
//
// Silent when the loop ends at the first error (then one deadline for all of it
// is meant), when each hook gets a context of its own, when hooks run in
// goroutines, and when the context's deadline is not made in the function.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil)) {
		loop := cur.Node().(*ast.RangeStmt)
		value, ok := loop.Value.(*ast.Ident)
		if !ok || p.Quiet(loop.Pos()) || leavesEarly(loop.Body) {
			continue
		}
		hook, _ := p.TypesInfo.Defs[value].(*types.Var)
		call := hookCall(p, loop.Body, hook)
		if call == nil {
			continue
		}
		ctx, _ := ast.Unparen(call.Args[0]).(*ast.Ident)
		if limit := deadlineOf(p, cur, ctx); limit != nil {
			reportSharedBudget(p, loop.X, call, limit, fixSharedBudget(p, loop, call, ctx))
		}
	}
	reportIndexed(p)
}

// leavesEarly reports whether a loop's body can end the loop.
func leavesEarly(body *ast.BlockStmt) bool {
	leaves := false
	syntax.InOwn(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.GoStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = leaves || n.Tok == token.BREAK || n.Tok == token.GOTO
		}
	})
	return leaves
}

// hookCall returns the call, in the loop's own goroutine, of the function that
// the range variable is, or holds, with a context as only argument.
func hookCall(p *check.Pass, body *ast.BlockStmt, hook *types.Var) *ast.CallExpr {
	var found *ast.CallExpr
	if hook == nil {
		return nil
	}
	syntax.InOwn(body, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil || len(call.Args) != 1 || !ctxscope.IsContext(p.TypesInfo.TypeOf(call.Args[0])) {
			return
		}
		fun := ast.Unparen(call.Fun)
		if sel, ok := fun.(*ast.SelectorExpr); ok && callmatch.Field(p.TypesInfo, sel) != nil {
			fun = sel.X // hook.run(ctx)
		}
		if id, ok := fun.(*ast.Ident); ok && p.TypesInfo.Uses[id] == hook {
			found = call
		}
	})
	return found
}

// deadlineOf returns the call that makes the context's deadline, before the loop
// and once.
func deadlineOf(p *check.Pass, loop inspector.Cursor, ctx *ast.Ident) *ast.CallExpr {
	if ctx == nil {
		return nil
	}
	v, ok := p.TypesInfo.Uses[ctx].(*types.Var)
	if !ok || syntax.Within(loop.Node(), v.Pos()) {
		return nil
	}
	for fn := range loop.Enclosing((*ast.FuncDecl)(nil)) {
		call, ok := localvar.Value(p.TypesInfo, fn.Node(), v).(*ast.CallExpr)
		if ok && catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] == "deadline" {
			return call
		}
	}
	return nil
}

func reportSharedBudget(p *check.Pass, hooks ast.Expr, call, limit *ast.CallExpr, fix *edit.Fix) {
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("a slow hook leaves no time for the next ones: all of %s share the deadline of %s (line %d)",
			p.Source(hooks), p.Source(call.Args[0]), p.Line(limit.Pos())),
		Trace: []check.Hop{{Pos: limit.Pos(), Message: "one limit for all"}},
		Fix:   fix,
	})
}
