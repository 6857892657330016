package contextoutsidegroup

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxloop"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportBare reports a group without a context, of which one goroutine runs until a context ends and
// another one may fail:
//
//	var g errgroup.Group
//	g.Go(func() error { return s.consume(ctx) })
//	g.Go(func() error { return s.report(ctx) }) // loops until ctx ends
//	return g.Wait()
//
// Silent where a goroutine of the group has a cancel function.
func reportBare(p *check.Pass, cur inspector.Cursor) {
	name := bareGroup(p, cur.Node())
	if name == nil || p.Quiet(name.Pos()) {
		return
	}
	g := &group{group: p.TypesInfo.Defs[name], name: name, made: name.Pos()}
	var loop *ast.CallExpr
	var members []*ast.FuncLit
	failing := 0
	for c := range cur.Parent().Preorder((*ast.CallExpr)(nil)) {
		lit := member(p, c.Node().(*ast.CallExpr), g)
		if lit == nil {
			continue
		}
		members = append(members, lit)
		call, ctx := runsUntil(p, lit)
		if call != nil && loop == nil {
			loop, g.outer = call, ctx
		} else if mayFail(p, lit, call) {
			failing++
		}
		if cancels(p, lit) {
			return
		}
	}
	if loop == nil || failing == 0 {
		return
	}
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(name, name.Name, verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: name,
		Message: fmt.Sprintf("%s.Wait blocks after a goroutine of the group has failed: the group has no context that the failure cancels, and %s runs until %s ends",
			name.Name, p.Name(loop.Fun), p.Source(g.outer)),
		Trace: []check.Hop{{Pos: loop.Pos(), Message: "runs until the context ends"}},
		Fix:   fixBare(p, cur, g, members),
	})
}

// runsUntil returns a call in a literal that runs until a context of the function around it ends.
func runsUntil(p *check.Pass, lit *ast.FuncLit) (loop *ast.CallExpr, ctx ast.Expr) {
	ast.Inspect(lit, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || loop != nil {
			return loop == nil
		}
		i, loops := ctxloop.Of(p.Pass).Context(callmatch.Callee(p.TypesInfo, call))
		if !loops || i >= len(call.Args) {
			return true
		}
		if id, ok := ast.Unparen(call.Args[i]).(*ast.Ident); ok {
			if v := p.TypesInfo.Uses[id]; v != nil && (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) {
				loop, ctx = call, id
			}
		}
		return true
	})
	return loop, ctx
}

// mayFail reports whether a goroutine returns an error of its own: not that of the context until whose end
// the loop that it calls runs, if it calls one.
func mayFail(p *check.Pass, lit *ast.FuncLit, loop *ast.CallExpr) bool {
	if loop == nil {
		return fails(p, lit.Body)
	}
	decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, loop)]
	return decl != nil && decl.Body != nil && fails(p, decl.Body)
}

// fails reports whether a body returns anything but nil and the error of a context.
func fails(p *check.Pass, body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			id, isIdent := ret.Results[0].(*ast.Ident)
			call, isCall := ret.Results[0].(*ast.CallExpr)
			ended := isCall && catalog.ContextErrors[callmatch.CalleeName(p.TypesInfo, call)]
			found = found || !ended && !(isIdent && id.Name == "nil")
		}
		_, inner := n.(*ast.FuncLit)
		return !inner
	})
	return found
}

// cancels reports whether a literal mentions a function that cancels a context.
func cancels(p *check.Pass, lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(lit, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, isVar := p.TypesInfo.Uses[id].(*types.Var)
			found = found || isVar && (callmatch.IsType(v.Type(), "context.CancelFunc") || callmatch.IsType(v.Type(), "context.CancelCauseFunc"))
		}
		return !found
	})
	return found
}
