package signaluncatchable

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// unbuffered reports a channel without room that is made for the signals.
func unbuffered(p *check.Pass, cur inspector.Cursor, channel ast.Expr) {
	value := process.LocalValue(p, cur, ast.Unparen(channel))
	if value == nil {
		value = onlyValue(p, process.Denoted(p, channel))
	}
	made, ok := value.(*ast.CallExpr)
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
		Message: fmt.Sprintf("signals are dropped while no goroutine receives: %s is unbuffered, and %s does not block",
			p.Source(channel), p.Source(cur.Node().(*ast.CallExpr).Fun)),
		Trace: []check.Hop{{Pos: cur.Node().Pos(), Message: "passed to signal.Notify here"}},
		Fix:   e.Fix("Give the channel a buffer of 1", ""),
	})
}

// onlyValue returns what a field, or a variable of the package, is set to in the only
// place of the package that sets it; nil for others.
func onlyValue(p *check.Pass, v *types.Var) ast.Expr {
	if v == nil || !v.IsField() && v.Parent() != p.Pkg.Scope() {
		return nil
	}
	var values []ast.Expr
	take := func(lhs, rhs ast.Expr) {
		if process.Denoted(p, lhs) == v {
			values = append(values, ast.Unparen(rhs))
		}
	}
	for _, file := range p.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok {
					take(key, n.Value)
				}
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					take(lhs, n.Rhs[min(i, len(n.Rhs)-1)])
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Names) == len(n.Values) {
						take(name, n.Values[i])
					}
				}
			}
		}
	}
	if len(values) != 1 {
		return nil
	}
	return values[0]
}

func builtin(call *ast.CallExpr) *ast.Ident {
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	return id
}
