package goroutineleak

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixBlockedSend gives the channel room for all that is ever sent, where that is
// a number; else the send ends with a context.
//
//	done := make(chan error)  →  done := make(chan error, 1)
//	results <- r              →  if lifecycle.Send(ctx, results, r) != nil { return }
func fixBlockedSend(p *check.Pass, l *leak, stmt *ast.SendStmt, sends []*ssa.Send) *edit.Fix {
	e := p.Edit(stmt.Pos())
	room := ""
	for _, o := range append(l.siblings, l.owner) {
		mk := makeNode(p, o.makePos())
		if mk == nil {
			return nil
		}
		if room = o.room(p, mk); room == "" {
			if fix := sendWithContext(p, p.Edit(stmt.Pos()), stmt, false); fix != nil || len(l.siblings) > 0 {
				return fix
			}
			return l.sendUntilReturn(p, mk, stmt)
		}
		resize(e, mk, room)
	}
	changes := ""
	if !l.owner.lastAct(sends) {
		changes = "the sender continues before its value is received"
	}
	return e.Fix(fmt.Sprintf("Give %s a buffer for every value that may be sent, %s", p.Source(stmt.Chan), room), changes)
}

// sendUntilReturn lets the send of a literal end when the function around it returns.
//
//	left := make(chan struct{})
//	defer close(left)
//	… select { case lines <- line: case <-left: return }
//
// Not where that function makes a channel in each round of a loop, or waits for the
// senders before it returns.
func (l *leak) sendUntilReturn(p *check.Pass, mk *ast.CallExpr, stmt *ast.SendStmt) *edit.Fix {
	fn := l.owner.fn
	decl, _ := declared(p, mk.Pos())
	cur, ok := cursorAt(p, stmt.Arrow)
	body := funcBody(fn.Syntax())
	waits := slices.ContainsFunc(calls(fn), func(c ssa.CallInstruction) bool { return catalog.Joins[ssaflow.Callee(c.Common())] })
	if !ok || decl == nil || body == nil || !slices.Contains(body.List, decl) || !within(body, stmt.Pos()) || waits || innermost(loopsOf(fn, nil), l.owner.birth.Block()) != nil {
		return nil
	}
	left := make(newNames).fresh(p, cur, "left")
	leave := wayOut(p, cur)
	if strings.Contains(leave.text, anError) {
		return nil
	}
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	e.After(decl, left+" := make(chan struct{})", "defer close("+left+")")
	e.Replace(stmt.Pos(), stmt.End(), block(indent, lines(indent, "select {", "case "+p.Source(stmt)+":", "case <-"+left+":"), leave.body(""), "}"))
	return e.Fix("Cancel the send when "+funcName(fn)+" returns", "")
}

// resize gives the channel that mk makes a buffer.
func resize(e *edit.Builder, mk *ast.CallExpr, room string) {
	if len(mk.Args) > 1 {
		e.Replace(mk.Args[1].Pos(), mk.Args[1].End(), room)
	} else {
		e.Insert(mk.Args[0].End(), ", "+room)
	}
}

// sendWithContext makes a send give up when a context in scope ends, or one of the
// receiver's that the function waits for. Where there is none, and the sender lives as
// long as the process, the process-wide one will do.
func sendWithContext(p *check.Pass, e *edit.Builder, stmt *ast.SendStmt, lasting bool) *edit.Fix {
	cur, ok := cursorAt(p, stmt.Arrow)
	if !ok {
		return nil
	}
	ctx := ""
	for _, c := range ctxscope.At(p.Pass, stmt.Pos(), pathTo(cur)) {
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
	return e.Fix(sendUntil(p, e, cur, ctx, wayOut(p, cur)), changes)
}

// wayOut returns how the function goes on when the send at cur has been given up: it
// returns, unless that would skip what follows or is at its end.
func wayOut(p *check.Pass, cur inspector.Cursor) exit {
	fn, _ := enclosing(p, cur)
	leave := exit{leaveStmt(p, fn, cur.Node().Pos(), anError), dues(p, cur)}
	if restMatters(p, cur, leave.dues) || endsFunction(fn, cur) {
		return exit{} // what follows is done without the receiver, too
	}
	return leave
}

// restMatters reports whether what follows the send at cur, which is in no loop, does more
// for others than the dues that the way out brings along: it deletes, sends, calls
// something with arguments, or gives something else back. It does not count where a
// goroutine is started there, which would miss its receiver.
func restMatters(p *check.Pass, cur inspector.Cursor, brought []string) bool {
	matters, starts := false, false
	for c := range cur.Enclosing() {
		if funcBody(c.Node()) != nil {
			break
		}
		stmt, ok := c.Node().(ast.Stmt)
		if !ok {
			continue
		}
		if loopBody(stmt) != nil {
			return false
		}
		siblings := astindex.Stmts(c.Parent().Node())
		for _, next := range siblings[slices.Index(siblings, stmt)+1:] {
			_, sends := next.(*ast.SendStmt)
			_, goes := next.(*ast.GoStmt)
			call := onlyCall(next)
			starts = starts || goes
			matters = matters || sends || call != nil && (len(call.Args) > 0 || givenBack(p, next) != nil) && !slices.Contains(brought, p.Source(next))
		}
	}
	return matters && !starts
}

// sendUntil makes the send at cur end with ctx, and then leave. It returns the title.
func sendUntil(p *check.Pass, e *edit.Builder, cur inspector.Cursor, ctx string, leave exit) string {
	stmt := cur.Node().(*ast.SendStmt)
	indent := e.Indent(stmt.Pos())
	if p.Stdlib() {
		e.Replace(stmt.Pos(), stmt.End(), block(indent, lines(indent, "select {", "case "+p.Source(stmt)+":",
			"case <-"+ctx+".Done():"), leave.body(ctx+".Err()"), "}"))
		return "Wait for " + ctx + ".Done() too, in a select"
	}
	send := fmt.Sprintf("%s.Send(%s, %s, %s)", e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle"), ctx, p.Source(stmt.Chan), p.Source(stmt.Value))
	e.Replace(stmt.Pos(), stmt.End(), leave.unless(indent, send))
	return "Send with " + send + ", which returns when the context is done"
}

// askedContext returns a context of the receiver that the function around cur waits for
// elsewhere, "" if there is none.
func askedContext(p *check.Pass, cur inspector.Cursor) string {
	found := ""
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range decl.Preorder((*ast.CallExpr)(nil)) {
			ctx := contextCall(p.TypesInfo, c.Node().(*ast.CallExpr), "Done")
			if root := rootVar(p.TypesInfo, ctx); ctx != nil && root != nil && root.Pos() < decl.Node().(*ast.FuncDecl).Body.Pos() && visibleAt(p, root, cur.Node().Pos()) {
				found = p.Source(ctx)
			}
		}
	}
	return found
}

// endsFunction reports whether nothing but the end of a function without results
// follows a statement, which it leaves anyway.
func endsFunction(fn ast.Node, cur inspector.Cursor) bool {
	if funcType(fn).Results != nil {
		return false
	}
	siblings, body := astindex.Stmts(cur.Parent().Node()), funcBody(fn).List
	if next := slices.Index(siblings, cur.Node().(ast.Stmt)) + 1; next < len(siblings) {
		_, returns := siblings[next].(*ast.ReturnStmt)
		return returns
	}
	return body[len(body)-1] == cur.Node()
}
