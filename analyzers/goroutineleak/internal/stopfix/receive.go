package stopfix

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/obligation"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// endReceive lets a receive into variables end with ctx. Those that it declares are
// needed outside of the select.
func endReceive(p *check.Pass, e *edit.Builder, stmt *ast.AssignStmt, ctx, leave, changes string) *edit.Fix {
	channel := syntax.Received(stmt)
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
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Lines(e.Indent(stmt.Pos()), list...))
	return e.Fix("Wait for "+ctx+".Done() too, in a select", changes)
}

// endSends lets the sends in a loop end with ctx, but for those in a select, and those
// that answer what the loop got.
func endSends(p *check.Pass, e *edit.Builder, loop inspector.Cursor, ctx string) {
	fn, _ := syntax.Enclosing(p, loop)
	for cur := range loop.Preorder((*ast.SendStmt)(nil)) {
		send := cur.Node().(*ast.SendStmt)
		clause, _ := cur.Parent().Node().(*ast.CommClause)
		ch := syntax.RootVar(p.TypesInfo, send.Chan)
		if around, _ := syntax.Enclosing(p, cur); around != fn || clause != nil && clause.Comm == send || ch == nil || syntax.Within(loop.Node(), ch.Pos()) {
			continue
		}
		sendfix.SendUntil(p, e, cur, ctx, exitstmt.Exit{Text: exitstmt.LeaveStmt(p, fn, send.Pos(), exitstmt.AnError), Obligations: obligation.Of(p, cur)})
	}
}
