// Package contextoutsidegroup is the check ctxbackground/context-outside-group: goroutine of a group gets
// the context from outside of the group.
package contextoutsidegroup

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
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
// and a group whose context is dropped, where several of its goroutines are to end with ctx:
//
//	g, _ := errgroup.WithContext(ctx)
//
// Silent where the function uses the group's context as well: it has chosen between the two.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		reportBare(p, cur)
		if _, ok := cur.Node().(*ast.AssignStmt); !ok {
			continue
		}
		g := groupOf(p, cur.Node().(*ast.AssignStmt))
		fn := cur.Parent()
		if g == nil || p.Quiet(g.made) {
			continue
		}
		var outside []*outsider
		members := 0
		for c := range fn.Preorder((*ast.CallExpr)(nil)) {
			if lit := member(p, c.Node().(*ast.CallExpr), g); lit != nil {
				members++
				if o := outsiderOf(p, g, lit, c); o != nil {
					outside = append(outside, o)
				}
			} else if o := madeOutside(p, g, c); o != nil {
				members++
				outside = append(outside, o)
			}
		}
		if g.inner == nil {
			reportDropped(p, cur, g, outside, members)
			continue
		}
		for _, o := range outside {
			reportOutside(p, g, o)
		}
	}
}

func reportOutside(p *check.Pass, g *group, o *outsider) {
	if pos, ok := intent.Wanted(p, o.at); ok {
		p.Safe(o.use, p.Source(o.use), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: o.use,
		Message: fmt.Sprintf("%s.Wait blocks after another goroutine of the group has failed, until this one has returned: it is to end with %s, not with %s (%s)",
			g.group.Name(), p.Source(g.outer), g.inner.Name(), p.Where(g.made, o.use.Pos())),
		Trace: []check.Hop{{Pos: g.made, Message: "the first error cancels " + g.inner.Name()}},
		Fix:   fix(p, g, o.uses),
	})
}

// reportDropped reports a group whose context is dropped, where it has several goroutines of
// which the first error is to end one.
func reportDropped(p *check.Pass, cur inspector.Cursor, g *group, outside []*outsider, members int) {
	if len(outside) == 0 || members == 1 && !repeated(cur, outside[0].at) {
		return
	}
	if pos, ok := intent.Wanted(p, cur); ok {
		p.Safe(g.name, g.group.Name(), verdict.Wanted, pos)
		return
	}
	p.Report(check.Finding{
		At: g.name,
		Message: fmt.Sprintf("%s.Wait blocks after a goroutine of the group has failed, until all others have returned: the context that the failure cancels is dropped, and they use %s",
			g.group.Name(), p.Source(g.outer)),
		Trace: []check.Hop{{Pos: outside[0].use.Pos(), Message: "the goroutine ends with the context from outside"}},
		Fix:   fixDropped(p, cur, g, outside),
	})
}
