package dialnotimeout

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// dialer reports a dial by the method of a dialer that is made without its limit:
//
//	d := websocket.Dialer{TLSClientConfig: config}
//	conn, _, err := d.Dial(address, nil)
//
// Safe are dialers whose limit is set somewhere, those that are not seen to be made, and calls with a
// context that may have a deadline.
func dialer(p *check.Pass, cur inspector.Cursor, row catalog.DialerLimit) {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || row.Context >= 0 && !isRoot(p, call.Args[row.Context]) || stays(p, call, row.Dial.Addr) != nil {
		return
	}
	lit, made := literal(p, cur, sel.X, row.Field)
	if !made || lit != nil && (astindex.LitField(lit, row.Field) != nil || len(lit.Elts) > 0 && !keyed(lit)) {
		return
	}
	report(p, call, p.Name(call.Fun), row.Dial, fixDialer(p, lit, row.Field))
}

// isRoot reports whether a context is one that never ends.
func isRoot(p *check.Pass, ctx ast.Expr) bool {
	call, ok := ast.Unparen(ctx).(*ast.CallExpr)
	return ok && catalog.ContextRoots[callmatch.CalleeName(p.TypesInfo, call)]
}

// literal returns the literal that a dialer is made by, nil for the zero value of a variable, and
// whether it is known how it is made, and that the limit is not set later.
func literal(p *check.Pass, cur inspector.Cursor, expr ast.Expr, field string) (lit *ast.CompositeLit, made bool) {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		return literal(p, cur, expr.X, field)
	case *ast.CompositeLit:
		return expr, true
	}
	v := valueflow.Variable(p.TypesInfo, expr)
	if v == nil || v.Pkg() != p.Pkg || v.Kind() == types.ParamVar || v.Kind() == types.RecvVar || setsField(p, cur, v, field) {
		return nil, false
	}
	var values []ast.Expr
	for _, file := range p.Files {
		values = append(values, valueflow.AssignedValues(p.TypesInfo, file, v)...)
	}
	switch {
	case v.IsField():
		return nil, false
	case len(values) == 0:
		return nil, !valueflow.IsPointer(v.Type())
	case len(values) == 1 && values[0] != nil:
		if _, copied := ast.Unparen(values[0]).(*ast.Ident); !copied {
			return literal(p, cur, values[0], field)
		}
	}
	return nil, false
}

// setsField reports whether the package names the field of a variable.
func setsField(p *check.Pass, cur inspector.Cursor, v *types.Var, field string) bool {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(cur.Inspector(), id)
		if !ok {
			continue
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel.Name == field {
			return true
		}
	}
	return false
}

func keyed(lit *ast.CompositeLit) bool {
	_, ok := lit.Elts[0].(*ast.KeyValueExpr)
	return ok
}

// fixDialer sets the limit in the literal.
func fixDialer(p *check.Pass, lit *ast.CompositeLit, field string) *edit.Fix {
	if lit == nil {
		return nil
	}
	e := p.Edit(lit.Pos())
	fixes.SetField(e, lit, field, "10 * "+e.Import(lit.Pos(), "time", "time")+".Second")
	return e.Fix("Limit the handshake to 10s", "handshakes that take longer fail")
}
