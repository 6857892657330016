package requeuedforever

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixDrop does not requeue the message.
func fixDrop(p *check.Pass, call *ast.CallExpr, row catalog.Requeue) *edit.Fix {
	e := p.Edit(call.Pos())
	switch sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); {
	case row.Arg >= 0:
		e.Replace(call.Args[row.Arg].Pos(), call.Args[row.Arg].End(), "false")
	case ok && row.Drop != "":
		e.Replace(sel.Sel.Pos(), call.End(), row.Drop)
	default:
		return nil
	}
	return e.Fix("Reject the message for good", "the broker drops it, or moves it to the dead letter queue if there is one")
}

// fixOnce requeues the message the first time only.
func fixOnce(p *check.Pass, call *ast.CallExpr, row catalog.Requeue) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || row.Arg < 0 || !redelivered(p.TypesInfo.TypeOf(sel.X)) {
		return nil
	}
	e := p.Edit(call.Pos())
	e.Replace(call.Args[row.Arg].Pos(), call.Args[row.Arg].End(), "!"+p.Source(sel.X)+".Redelivered")
	return e.Fix("Requeue the message once", "when it fails again the broker drops it, or moves it to the dead letter queue if there is one")
}

// redelivered reports whether a message says that it has come before.
func redelivered(t types.Type) bool {
	named := callmatch.Named(t)
	if named == nil {
		return false
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range st.Fields() {
		if field.Name() == "Redelivered" {
			return true
		}
	}
	return false
}
