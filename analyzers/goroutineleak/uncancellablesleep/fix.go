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
// A stop channel, and the plain form, take a select instead.
func fixSleep(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, loops []inspector.Cursor, sig *stopsignal.Signal) *edit.Fix {
	stmt, d := cur.Node(), p.Source(call.Args[0])
	e := p.Edit(stmt.Pos())
	exit, ok := exitOf(p, cur, loops, sig)
	if !ok {
		return nil
	}
	if !sig.Ctx || p.Plain() && exit.InSelect() {
		return inSelect(e, stmt, d, sig, exit)
	}
	return withRuntime(p, e, stmt, call, sig, exit)
}

// inSelect waits for the end of the pause and the signal, whichever comes first.
func inSelect(e *edit.Builder, stmt ast.Node, d string, sig *stopsignal.Signal, exit exitstmt.Exit) *edit.Fix {
	indent := e.Indent(stmt.Pos())
	after := e.Import(stmt.Pos(), "time", "time") + ".After(" + d + ")"
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Block(indent, exitstmt.Lines(indent, "select {", "case <-"+sig.Channel()+":"), exit.Body(sig.Expr+".Err()"), "case <-"+after+":", "}"))
	return e.Fix("Wait for "+sig.Channel()+" too, in a select", "")
}

// withRuntime waits with the runtime package, which says whether the context has ended.
func withRuntime(p *check.Pass, e *edit.Builder, stmt ast.Node, call *ast.CallExpr, sig *stopsignal.Signal, exit exitstmt.Exit) *edit.Fix {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		e.DropImport(sel) // where it was there for this
	}
	sleep := fmt.Sprintf("%s.Sleep(%s, %s)", e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle"), sig.Expr, p.Source(call.Args[0]))
	e.Replace(stmt.Pos(), stmt.End(), exit.Unless(e.Indent(stmt.Pos()), sleep))
	return e.Fix("Pause with "+sleep+", which ends with the context", "")
}
