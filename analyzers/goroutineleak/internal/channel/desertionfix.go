package channel

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Fix lets the send, and the others in goroutines of the file, end with the channel for which the receiver leaves, where
// both are fields of the same value, else with a context.
//
//	select { case h.leave <- m: case <-h.done: }
func (d *Desertion) Fix(p *check.Pass, stmt *ast.SendStmt) *edit.Fix {
	e := p.Edit(stmt.Pos())
	alike := false
	for _, other := range d.Also {
		also := SendNode(p, other.Pos())
		if also == nil || p.Fset.File(also.Pos()) != p.Fset.File(stmt.Pos()) {
			continue
		}
		if d.fixOne(p, e, also) == nil {
			return d.fixOne(p, p.Edit(stmt.Pos()), stmt)
		}
		alike = true
	}
	fix := d.fixOne(p, e, stmt)
	if fix != nil && alike {
		fix.Title += ", and the other sends alike"
	}
	return fix
}

// fixOne adds the edits for one send, and returns the fix with all of them.
func (d *Desertion) fixOne(p *check.Pass, e *edit.Builder, stmt *ast.SendStmt) *edit.Fix {
	load, ok := d.Wait.States[d.State].Chan.(*ssa.UnOp)
	sel, isField := ast.Unparen(stmt.Chan).(*ast.SelectorExpr)
	if !ok || !isField {
		return sendfix.SendWithContext(p, e, stmt, true)
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok || syntax.TypeName(addr.X.Type()) == nil || syntax.TypeName(addr.X.Type()) != syntax.TypeName(p.TypesInfo.TypeOf(sel.X)) || !syntax.IsChannel(ssaflow.Field(addr).Type()) {
		return sendfix.SendWithContext(p, e, stmt, true)
	}
	cur, ok := ssainstr.CursorAt(p, stmt.Arrow)
	if !ok {
		return nil
	}
	done := p.Source(sel.X) + "." + ssaflow.Field(addr).Name()
	indent, leave, err := e.Indent(stmt.Pos()), sendfix.WayOut(p, cur), ""
	if strings.Contains(leave.Text, exitstmt.AnError) {
		err = e.Import(stmt.Pos(), "context", "context") + ".Canceled"
	}
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Block(indent, exitstmt.Lines(indent, "select {", "case "+p.Source(stmt)+":",
		"case <-"+done+":"), leave.Body(err), "}"))
	return e.Fix("Wait for "+done+" too, in a select", "")
}
