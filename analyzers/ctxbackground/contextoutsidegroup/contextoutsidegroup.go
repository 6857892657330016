// Package contextoutsidegroup is the check ctxbackground/context-outside-group: goroutine of a group gets
// the context from outside of the group.
package contextoutsidegroup

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed contextoutsidegroup.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "context-outside-group",
	Title:      "goroutine of a group gets the context from outside of the group",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"golang.org/x/sync/errgroup"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	g, gctx := errgroup.WithContext(ctx)
//	g.Go(func() error { return s.serve(gctx) })
//	g.Go(func() error {
//		<-ctx.Done()
//		return s.stop()
//	})
//
// Silent where the function uses the group's context as well: it has chosen between the two.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil)) {
		g := groupOf(p, cur.Node().(*ast.AssignStmt))
		fn := cur.Parent()
		if g == nil || p.Quiet(g.made) {
			continue
		}
		for c := range fn.Preorder((*ast.CallExpr)(nil)) {
			if lit := member(p, c.Node().(*ast.CallExpr), g); lit != nil {
				reportOutside(p, g, lit, c)
			}
		}
	}
}

func reportOutside(p *check.Pass, g *group, lit *ast.FuncLit, at inspector.Cursor) {
	var uses []*ast.Ident
	inner := false
	ast.Inspect(lit, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch p.TypesInfo.ObjectOf(id) {
		case g.inner:
			inner = true
		case g.outer:
			uses = append(uses, id)
		}
		return true
	})
	use := ends(p, lit, g.outer)
	if inner || use == nil {
		return
	}
	if pos, ok := intent.Wanted(p, at); ok {
		p.Safe(use, use.Name, verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: use,
		Message: fmt.Sprintf("%s.Wait blocks after another goroutine of the group has failed, until this one has returned: it is to end with %s, not with %s (%s)",
			g.group.Name(), g.outer.Name(), g.inner.Name(), p.Where(g.made, use.Pos())),
		Trace: []check.Hop{{Pos: g.made, Message: "the first error cancels " + g.inner.Name()}},
		Fix:   fix(p, g, uses),
	})
}

// ends returns the use of a context that decides when a function returns: it waits for its end, or calls
// what may take until then.
func ends(p *check.Pass, lit *ast.FuncLit, ctx types.Object) *ast.Ident {
	var found *ast.Ident
	ast.Inspect(lit, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Done" {
			if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok && p.TypesInfo.ObjectOf(id) == ctx {
				found = id
			}
		}
		for i, arg := range call.Args {
			id, ok := ast.Unparen(arg).(*ast.Ident)
			if ok && p.TypesInfo.ObjectOf(id) == ctx && !catalog.ContextDetaches[callmatch.CalleeName(p.TypesInfo, call)] && !ctxuse.Of(p.Pass).IdleCall(call, i) {
				found = id
			}
		}
		return found == nil
	})
	return found
}
