package failurewaits

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix ends the goroutines with the function:
//
//	defer wg.Wait()
//	ctx, cancel := context.WithCancel(ctx)
//	defer cancel()
//
// There is none where the function also returns without an error: the deferred Wait may be how it runs
// until the context ends.
func fix(p *check.Pass, w *wait, ctx *ssa.Parameter, from token.Pos) *edit.Fix {
	if w.stmt.Pos() > from || runsOn(p, w, ctx) {
		return nil
	}
	e := p.Edit(w.stmt.Pos())
	name := ctx.Name()
	e.After(w.stmt, name+", cancel := "+e.Import(w.stmt.Pos(), "context", "context")+".WithCancel("+name+")", "defer cancel()")
	return e.Fix("Cancel "+name+" when the function returns", "what uses "+name+" ends with it")
}

// runsOn reports whether the function may return no error before the context has ended, or uses the name
// of the cancel function.
func runsOn(p *check.Pass, w *wait, ctx *ssa.Parameter) bool {
	on, done := false, token.NoPos
	ast.Inspect(w.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && mentions(p, n, ctx.Object()) {
				done = n.Pos()
			}
		case *ast.Ident:
			on = on || n.Name == "cancel"
		case *ast.ReturnStmt:
			on = on || len(n.Results) > 0 && p.TypesInfo.Types[n.Results[len(n.Results)-1]].IsNil() && !done.IsValid()
		}
		return !on
	})
	return on
}
