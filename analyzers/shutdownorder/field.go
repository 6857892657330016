package shutdownorder

import (
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// fieldLine returns the declaration of the field that sel selects, if it has a
// line of its own in the file of sel.
func fieldLine(p *check.Pass, sel *ast.SelectorExpr) *ast.Field {
	field := callmatch.Field(p.TypesInfo, sel)
	if field == nil || p.Fset.File(field.Pos()) != p.Fset.File(sel.Pos()) {
		return nil
	}
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(field.Pos(), field.Pos()+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.Field)(nil)) {
		if decl := c.Node().(*ast.Field); len(decl.Names) == 1 {
			return decl
		}
		break
	}
	return nil
}

// structAround returns the struct type that a field is declared in.
func structAround(p *check.Pass, field *ast.Field) *ast.StructType {
	cur, ok := cursorOf(p, field)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.StructType)(nil)) {
		return c.Node().(*ast.StructType)
	}
	return nil
}
