package noexit

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportDeafLoops reports functions that are passed a context and never return:
//
//	func (w *Worker) Run(ctx context.Context) {
//		for {
//			job := w.next()
//			w.do(ctx, job)
//		}
//	}
//
// The code that starts one expects that it ends with the context. The loops in seen are
// those of goroutines of this package, which are reported or safe already.
func reportDeafLoops(p *check.Pass, seen map[ast.Node]bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil)) {
		loop := cur.Node().(*ast.ForStmt)
		decl, ctx := deafTo(p, cur, loop)
		if decl == nil || seen[loop] || p.Quiet(loop.Pos()) {
			continue
		}
		flow := ssaflow.Of(p.Pass)
		fn, exits := flow.SSA.Func(decl), flow.Exits(nil)
		if fn == nil {
			continue
		}
		blocks := exits.Endless(fn)
		at, ok := syntax.LoopStmt(p, blocks)
		if !ok || at.Node() != ast.Node(loop) || ssaflow.HandlesSignals(blocks) {
			continue
		}
		if said, ok := p.Wanted(loop, catalog.LivesOnPhrases...); ok {
			p.Safe(syntax.Keyword{At: loop.Pos(), Text: "for"}, "the loop", verdict.Wanted, said)
			continue
		}
		p.Report(check.Finding{
			At:      syntax.Keyword{At: loop.Pos(), Text: "for"},
			Message: fmt.Sprintf("canceling %s does not end %s: %s", ctx.Name(), decl.Name.Name, whyEndless(p, loop)),
			Trace:   []check.Hop{{Pos: ctx.Pos(), Message: "passed in here"}},
			Fix:     stopfix.EndLoop(p, at, true),
		})
	}
}

// deafTo returns the declared function whose own loop without a condition is at cur, and
// the context that it is passed; nil where it is passed none.
func deafTo(p *check.Pass, cur inspector.Cursor, loop *ast.ForStmt) (*ast.FuncDecl, *types.Var) {
	if loop.Cond != nil {
		return nil, nil
	}
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		decl, ok := c.Node().(*ast.FuncDecl)
		if !ok {
			return nil, nil
		}
		params := p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Params()
		for v := range params.Variables() {
			if ssaflow.IsContext(v.Type()) && v.Name() != "" && v.Name() != "_" {
				return decl, v
			}
		}
	}
	return nil, nil
}
