package backgroundoverparam

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// blank is the kind of a context parameter that has no name.
const blank = "blank"

// blankParam returns the context parameter without a name of the function around cur, declared or a
// literal, nil if there is none. That it has none says that it is not wanted, which is a doubt.
//
//	func (w *Worker) Stop(_ context.Context) {
//		w.abort(context.Background())
//	}
func blankParam(p *check.Pass, cur inspector.Cursor) *ctxscope.Source {
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		for v := range astindex.Signature(p.TypesInfo, c.Node()).Params().Variables() {
			if ctxscope.IsContext(v.Type()) && (v.Name() == "" || v.Name() == "_") {
				return &ctxscope.Source{Var: v, Kind: blank}
			}
		}
		return nil
	}
	return nil
}

func reportBlank(p *check.Pass, o *overParam) {
	call, root := o.sink.Call.Node().(*ast.CallExpr), o.root.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: root,
		Message: fmt.Sprintf("%s keeps running after the caller's context is canceled: it is passed %s, and the context parameter at %s is blank",
			p.Name(call.Fun), p.Source(root), p.Where(o.given.Var.Pos(), root.Pos())),
		Doubts: append(o.doubts, check.Doubting(verdict.Deliberate, o.given.Var.Pos())),
	})
}
