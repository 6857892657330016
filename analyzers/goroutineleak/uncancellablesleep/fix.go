package uncancellablesleep

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixSleep makes the pause end with the signal, and the loop with it.
//
//	time.Sleep(d)  →  if err := lifecycle.Sleep(ctx, d); err != nil { return err }
//
// A stop channel, and the plain style, take a select instead.
func fixSleep(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor, sig *stopsignal.Signal) *edit.Fix {
	stmt, d := cur.Node(), p.Source(call.Args[0])
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	exit, ok := exitOf(p, cur, loops, sig)
	if !ok {
		return nil
	}
	if !sig.Ctx || p.Stdlib() && exit.InSelect() {
		after := e.Import(stmt.Pos(), "time", "time") + ".After(" + d + ")"
		e.Replace(stmt.Pos(), stmt.End(), exitstmt.Block(indent, exitstmt.Lines(indent, "select {", "case <-"+sig.Channel()+":"), exit.Body(sig.Expr+".Err()"), "case <-"+after+":", "}"))
		return e.Fix("Wait for "+sig.Channel()+" too, in a select", "")
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		e.DropImport(sel) // where it was there for this
	}
	pause := fmt.Sprintf("%s.Sleep(%s, %s)", e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle"), sig.Expr, d)
	e.Replace(stmt.Pos(), stmt.End(), exit.Unless(indent, pause))
	return e.Fix("Pause with "+pause+", which ends with the context", "")
}
