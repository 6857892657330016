package blockedsend

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendfix"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixBlockedSend gives the channel a buffer for all that is ever sent, where that is a
// number; else the send ends with a context.
//
//	done := make(chan error)  →  done := make(chan error, 1)
//	results <- r              →  if lifecycle.Send(ctx, results, r) != nil { return }
func fixBlockedSend(p *check.Pass, l *leak, stmt *ast.SendStmt, sends []*ssa.Send) *edit.Fix {
	e := p.Edit(stmt.Pos())
	room := ""
	for _, o := range append(l.siblings, l.owner) {
		mk := channel.MakeNode(p, o.MakePos())
		if mk == nil {
			return nil
		}
		if room = o.Room(p, mk); room == "" {
			if fix := sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false); fix != nil || len(l.siblings) > 0 {
				return fix
			}
			return sendUntilReturn(p, l.owner.Fn, l.owner.Birth, mk, stmt)
		}
		sendfix.Resize(e, mk, room)
	}
	changes := ""
	if !l.owner.LastAct(sends) {
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
// Not where that function makes a channel in each iteration of a loop, or waits for the
// senders before it returns.
func sendUntilReturn(p *check.Pass, fn *ssa.Function, birth ssa.Instruction, mk *ast.CallExpr, stmt *ast.SendStmt) *edit.Fix {
	decl, _ := syntax.Declared(p, mk.Pos())
	cur, ok := ssainstr.CursorAt(p, stmt.Arrow)
	body := astindex.FuncBody(fn.Syntax())
	waits := slices.ContainsFunc(ssainstr.Calls(fn), func(c ssa.CallInstruction) bool { return catalog.Joins[ssaflow.Callee(c.Common())] })
	if !ok || decl == nil || body == nil || !slices.Contains(body.List, decl) || !syntax.Within(body, stmt.Pos()) || waits || ssainstr.Innermost(ssainstr.LoopsOf(fn, nil), birth.Block()) != nil {
		return nil
	}
	left := make(edit.NewNames).Fresh(p.Pass, cur, "left")
	leave := sendfix.WayOut(p, cur)
	if strings.Contains(leave.Text, exitstmt.AnError) {
		return nil
	}
	e := p.Edit(stmt.Pos())
	indent := e.Indent(stmt.Pos())
	e.After(decl, left+" := make(chan struct{})", "defer close("+left+")")
	e.Replace(stmt.Pos(), stmt.End(), exitstmt.Block(indent, exitstmt.Lines(indent, "select {", "case "+p.Source(stmt)+":", "case <-"+left+":"), leave.Body(""), "}"))
	return e.Fix("Cancel the send when "+ssainstr.FuncName(fn)+" returns", "")
}

// fixOfRun lets a send that blocks in a run of the exploration end: with the context that is in scope, or when the
// function returns that alone has the channel.
func fixOfRun(p *check.Pass, f *explore.Finding) *edit.Fix {
	send, ok := f.Site.(*ssa.Send)
	if !ok || f.Go == nil || len(f.Set)+len(f.Others) > 0 || f.Lock != nil {
		return nil
	}
	cur, at := ssainstr.CursorAt(p, send.Pos())
	class := ssaflow.Of(p.Pass).Class(send.Chan)
	if !at || class == nil || len(class.Makes) != 1 {
		return nil
	}
	stmt, ok := cur.Node().(*ast.SendStmt)
	if !ok {
		return nil
	}
	if fix := sendfix.SendWithContext(p, p.Edit(stmt.Pos()), stmt, false); fix != nil {
		return fix
	}
	made, ok := class.Makes[0].(*ssa.MakeChan)
	if !ok || made.Parent() != f.Root || class.Level() != ssaflow.Local {
		return nil
	}
	mk := channel.MakeNode(p, made.Pos())
	if mk == nil {
		return nil
	}
	return sendUntilReturn(p, f.Root, made, mk, stmt)
}
