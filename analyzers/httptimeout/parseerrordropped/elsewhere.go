package parseerrordropped

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// testedElsewhere returns a call of the package that parses the same field and whose error is used: a
// configuration is validated when it is read. It is nil if there is none.
func (d *dropped) testedElsewhere(p *check.Pass, cur inspector.Cursor) *ast.CallExpr {
	field := callmatch.Field(p.TypesInfo, d.call.Args[0])
	if field == nil {
		return nil
	}
	for c := range cur.Inspector().Root().Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		name := callmatch.CalleeName(p.TypesInfo, call)
		parses := catalog.DurationParsers[name] || catalog.NumberParsers[name]
		if parses && callmatch.Field(p.TypesInfo, call.Args[0]) == field && !dropsError(c) {
			return call
		}
	}
	return nil
}

// dropsError reports whether a call's error is assigned to the blank identifier.
func dropsError(call inspector.Cursor) bool {
	assign, ok := call.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 {
		return false
	}
	id, ok := assign.Lhs[1].(*ast.Ident)
	return ok && id.Name == "_"
}
