package stopneversignalled

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportDeadCases reports cases of a select, beside others, for a signal that nothing gives:
//
//	select {
//	case <-time.After(delay):
//		…
//	case <-c.quit: // made, and neither closed nor sent to anywhere
//		return
//	}
//
// What waits is not leaked, if another case comes, and does not stop when it should. A signal
// is a channel of empty structs. A case for the end of a context is another stop.
func reportDeadCases(p *check.Pass, told map[token.Pos]bool) {
	flow := ssaflow.Of(p.Pass)
	for _, class := range flow.Channels() {
		if len(class.Makes) == 0 || len(class.Closes)+len(class.Sends) > 0 || !callmatch.IsSignal(class.Makes[0].Type()) {
			continue
		}
		for _, op := range class.Receives {
			sel, ok := op.Instr.(*ssa.Select)
			if !ok || !op.Guarded || op.State < 0 || p.Quiet(sel.Pos()) {
				continue
			}
			state := sel.States[op.State]
			source := flow.ChannelSource(state.Chan)
			if source.Channel != class || !source.Dead() || deadwait.MentionedElsewhere(p, ssaflow.Wait{Instr: sel, Source: source}) {
				continue
			}
			at, ok := receiveAt(p, state.Pos)
			if !ok || told[at.Node().Pos()] || !leaves(at) {
				continue
			}
			told[at.Node().Pos()] = true
			if end := endsByContext(flow, sel); end.IsValid() {
				p.Safe(at.Node(), "what waits here", verdict.Ended, end)
				continue
			}
			reportDeadCase(p, class, at)
		}
	}
}

// leaves reports whether the case around a receive returns, jumps, or does nothing: others are no
// stops.
func leaves(at inspector.Cursor) bool {
	for c := range at.Enclosing((*ast.CommClause)(nil)) {
		body := c.Node().(*ast.CommClause).Body
		for _, stmt := range body {
			switch stmt.(type) {
			case *ast.ReturnStmt, *ast.BranchStmt:
				return true
			}
		}
		return len(body) == 0
	}
	return false
}

// endsByContext returns where what waits in a select ends with a context: in a case of it or of
// another select of the function, or in a test there.
func endsByContext(flow *ssaflow.Flow, sel *ssa.Select) token.Pos {
	for instr := range ssaflow.Instrs(sel.Parent()) {
		switch instr := instr.(type) {
		case *ssa.Call:
			if ssaflow.Callee(&instr.Call) == "(context.Context).Err" {
				return instr.Pos()
			}
		case *ssa.Select:
			for _, state := range instr.States {
				if state.Dir == types.RecvOnly && flow.ChannelSource(state.Chan).Context != nil || isDone(state.Chan) {
					return state.Pos
				}
			}
		}
	}
	return token.NoPos
}

// isDone reports whether ch is the Done channel of a context.
func isDone(ch ssa.Value) bool {
	call, ok := ch.(*ssa.Call)
	return ok && ssaflow.Callee(&call.Call) == "(context.Context).Done"
}

// receiveAt returns the receive of a case.
func receiveAt(p *check.Pass, pos token.Pos) (inspector.Cursor, bool) {
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return cur, false
	}
	for c := range cur.Enclosing((*ast.UnaryExpr)(nil)) {
		return c, c.Node().(*ast.UnaryExpr).Op == token.ARROW
	}
	return cur, false
}

func reportDeadCase(p *check.Pass, class *ssaflow.Class, at inspector.Cursor) {
	receive := at.Node().(*ast.UnaryExpr)
	name := p.Source(receive.X)
	p.Report(check.Finding{
		At:      receive,
		Message: fmt.Sprintf("this case never runs, and does not stop what waits here: nothing closes %s or sends on it", name),
		Trace:   []check.Hop{{Pos: class.Makes[0].Pos(), Message: "made here"}},
		Doubts:  []check.Doubt{check.Doubting(verdict.OtherCase, receive.Pos())},
		Fix:     fixDeadCase(p, class, receive),
	})
}

// fixDeadCase closes the channel where its owner is stopped, or when the function that made it
// returns.
func fixDeadCase(p *check.Pass, class *ssaflow.Class, receive *ast.UnaryExpr) *edit.Fix {
	if sel, ok := ast.Unparen(receive.X).(*ast.SelectorExpr); ok {
		field := callmatch.Field(p.TypesInfo, sel)
		if field == nil {
			return nil
		}
		return closeInStop(p, sel, field)
	}
	id, ok := ast.Unparen(receive.X).(*ast.Ident)
	if !ok || len(class.Makes) != 1 {
		return nil
	}
	return closeAtEnd(p, class.Makes[0], id)
}

// closeAtEnd closes a local channel when the function returns that makes it for a goroutine.
func closeAtEnd(p *check.Pass, made ssa.Value, id *ast.Ident) *edit.Fix {
	cur, ok := ssainstr.CursorAt(p, made.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		stmt, ok := c.Node().(*ast.AssignStmt)
		if !ok || stmt.Tok != token.DEFINE || len(stmt.Lhs) != 1 || p.TypesInfo.Defs[stmt.Lhs[0].(*ast.Ident)] != p.TypesInfo.Uses[id] {
			return nil
		}
		block, inBody := c.Parent().Node().(*ast.BlockStmt)
		if !inBody || !isBody(c.Parent()) || returned(p, block, p.TypesInfo.Uses[id]) {
			return nil
		}
		e := p.Edit(stmt.Pos())
		e.After(stmt, "defer close("+id.Name+")")
		return e.Fix("Close "+id.Name+" when the function returns", "what waits for it ends then")
	}
	return nil
}

// isBody reports whether the block at cur is the body of a function.
func isBody(cur inspector.Cursor) bool {
	switch cur.Parent().Node().(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return true
	}
	return false
}

// returned reports whether a return statement in body names obj.
func returned(p *check.Pass, body *ast.BlockStmt, obj types.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		ast.Inspect(ret, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && p.TypesInfo.Uses[id] == obj
			return true
		})
		return false
	})
	return found
}
