// Package sendfix has the fixes of a send that nothing receives.
package sendfix

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/obligation"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// Resize gives the channel that mk makes a buffer.
func Resize(e *edit.Builder, mk *ast.CallExpr, room string) {
	if len(mk.Args) > 1 {
		e.Replace(mk.Args[1].Pos(), mk.Args[1].End(), room)
	} else {
		e.Insert(mk.Args[0].End(), ", "+room)
	}
}

// SendWithContext makes a send return when a context in scope ends, or one of the receiver
// that the function waits for. If there is none, and the sender runs until the process
// exits, the process-wide one is used.
func SendWithContext(p *check.Pass, e *edit.Builder, stmt *ast.SendStmt, lasting bool) *edit.Fix {
	cur, ok := ssainstr.CursorAt(p, stmt.Arrow)
	if !ok {
		return nil
	}
	ctx := ""
	for _, c := range ctxscope.Live(p.Pass, stmt.Pos(), syntax.PathTo(cur)) {
		if c.Ends != "never" {
			ctx = c.Var.Name()
			break
		}
	}
	if ctx == "" {
		ctx = askedContext(p, cur)
	}
	changes := ""
	if ctx == "" && lasting {
		ctx = e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle") + ".Context()"
		changes = "the send is canceled at shutdown, not when its receiver returns"
	} else if ctx == "" {
		return nil
	}
	return e.Fix(SendUntil(p, e, cur, ctx, WayOut(p, cur)), changes)
}

// WayOut returns how the function continues when the send at cur has been canceled: it
// returns, unless that would skip what follows or is at its end.
func WayOut(p *check.Pass, cur inspector.Cursor) exitstmt.Exit {
	fn, _ := syntax.Enclosing(p, cur)
	leave := exitstmt.Exit{Text: exitstmt.LeaveStmt(p, fn, cur.Node().Pos(), exitstmt.AnError), Obligations: obligation.Of(p, cur)}
	if restMatters(p, cur, leave.Obligations) || endsFunction(fn, cur) {
		return exitstmt.Exit{} // what follows is done without the receiver, too
	}
	return leave
}

// restMatters reports whether what follows the send at cur, which is in no loop, does more
// for others than what the new return path carries along: it deletes, sends, calls
// something with arguments, or gives something else back. It does not count where a
// goroutine is started there, which would miss its receiver.
func restMatters(p *check.Pass, cur inspector.Cursor, brought []string) bool {
	matters, starts := false, false
	for c := range cur.Enclosing() {
		if astindex.FuncBody(c.Node()) != nil {
			break
		}
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		if exitstmt.LoopBody(stmt) != nil {
			return false
		}
		siblings := astindex.Stmts(c.Parent().Node())
		for _, next := range siblings[slices.Index(siblings, stmt)+1:] {
			_, sends := next.(*ast.SendStmt)
			_, goes := next.(*ast.GoStmt)
			call := obligation.OnlyCall(next)
			starts = starts || goes
			matters = matters || sends || call != nil && (len(call.Args) > 0 || obligation.GivenBack(p, next) != nil) && !slices.Contains(brought, p.Source(next))
		}
	}
	return matters && !starts
}

// SendUntil makes the send at cur end with ctx, and then leave. It returns the title.
func SendUntil(p *check.Pass, e *edit.Builder, cur inspector.Cursor, ctx string, leave exitstmt.Exit) string {
	stmt := cur.Node().(*ast.SendStmt)
	indent := e.Indent(stmt.Pos())
	if p.PlainUntil(ctx) {
		e.Replace(stmt.Pos(), stmt.End(), exitstmt.Block(indent, exitstmt.Lines(indent, "select {", "case "+p.Source(stmt)+":",
			"case <-"+ctx+".Done():"), leave.Body(ctx+".Err()"), "}"))
		return "Wait for " + ctx + ".Done() too, in a select"
	}
	send := fmt.Sprintf("%s.Send(%s, %s, %s)", e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle"), ctx, p.Source(stmt.Chan), p.Source(stmt.Value))
	e.Replace(stmt.Pos(), stmt.End(), leave.Unless(indent, send))
	return "Send with " + send + ", which returns when the context is done"
}

// askedContext returns a context of the receiver that the function around cur waits for
// elsewhere, "" if there is none.
func askedContext(p *check.Pass, cur inspector.Cursor) string {
	found := ""
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range decl.Preorder((*ast.CallExpr)(nil)) {
			ctx := stopsignal.ContextCall(p.TypesInfo, c.Node().(*ast.CallExpr), "Done")
			if root := syntax.RootVar(p.TypesInfo, ctx); ctx != nil && root != nil && root.Pos() < decl.Node().(*ast.FuncDecl).Body.Pos() && syntax.VisibleAt(p, root, cur.Node().Pos()) {
				found = p.Source(ctx)
			}
		}
	}
	return found
}

// endsFunction reports whether nothing but the end of a function without results
// follows a statement, which it leaves anyway.
func endsFunction(fn ast.Node, cur inspector.Cursor) bool {
	if syntax.FuncType(fn).Results != nil {
		return false
	}
	siblings, body := astindex.Stmts(cur.Parent().Node()), astindex.FuncBody(fn).List
	if next := slices.Index(siblings, cur.Node().(ast.Stmt)) + 1; next < len(siblings) {
		_, returns := siblings[next].(*ast.ReturnStmt)
		return returns
	}
	return body[len(body)-1] == cur.Node()
}
