package goroutineleak

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// endReceive lets a receive into variables end with ctx. Those that it declares are
// needed outside of the select.
func endReceive(p *check.Pass, e *edit.Builder, stmt *ast.AssignStmt, ctx, leave, changes string) *edit.Fix {
	channel := received(stmt)
	if channel == nil {
		return nil
	}
	var list, names []string
	for _, lhs := range stmt.Lhs {
		names = append(names, p.Source(lhs))
		id, ok := lhs.(*ast.Ident)
		if v := p.TypesInfo.Defs[id]; ok && v != nil {
			list = append(list, "var "+id.Name+" "+types.TypeString(v.Type(), func(pkg *types.Package) string {
				if pkg == p.Pkg {
					return ""
				}
				return e.Import(stmt.Pos(), pkg.Path(), pkg.Name())
			}))
		}
	}
	list = append(list, "select {", "case <-"+ctx+".Done():", "\t"+leave,
		"case "+strings.Join(names, ", ")+" = <-"+p.Source(channel)+":", "}")
	e.Replace(stmt.Pos(), stmt.End(), lines(e.Indent(stmt.Pos()), list...))
	return e.Fix("Wait for "+ctx+".Done() too, in a select", changes)
}
