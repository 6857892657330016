package sigkill

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// unbuffered reports a channel without room that is made for the signals.
func unbuffered(p *check.Pass, cur inspector.Cursor, channel ast.Expr) {
	made, ok := ast.Unparen(localOr(p, cur, channel)).(*ast.CallExpr)
	if !ok || len(made.Args) != 1 {
		return
	}
	if b, ok := p.TypesInfo.Uses[builtin(made)].(*types.Builtin); !ok || b.Name() != "make" {
		return
	}
	e := p.Edit(made.Pos())
	e.Insert(made.Args[0].End(), ", 1")
	p.Report(check.Finding{
		At: made,
		Message: fmt.Sprintf("%s has no room: a signal that comes while nobody receives is dropped, and %s does not wait",
			p.Source(channel), p.Source(cur.Node().(*ast.CallExpr).Fun)),
		Trace: []check.Hop{{Pos: cur.Node().Pos(), Message: "the signals go there"}},
		Fix:   e.Fix("Make room for one signal", ""),
	})
}

func localOr(p *check.Pass, cur inspector.Cursor, expr ast.Expr) ast.Expr {
	if v := localValue(p, cur, ast.Unparen(expr)); v != nil {
		return v
	}
	return expr
}

func builtin(call *ast.CallExpr) *ast.Ident {
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	return id
}
