package blockedreceive

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportDeadReturns reports functions that start a goroutine and return a channel to receive
// from, which nothing closes or sends on:
//
//	func (s *Server) Drained() <-chan struct{} {
//		done := make(chan struct{})
//		go func() {
//			s.requests.Wait() // and no close(done)
//		}()
//		return done
//	}
//
// Without a goroutine it is a channel that is never ready, by design.
func reportDeadReturns(p *check.Pass) {
	for _, c := range ssaflow.Of(p.Pass).Channels() {
		mk, ok := c.Makes[0].(*ssa.MakeChan)
		if !ok || len(c.Makes) > 1 || c.Level() != ssaflow.ReceiveOnly || len(c.Sends)+len(c.Closes)+len(c.Fields) > 0 || p.Quiet(mk.Pos()) {
			continue
		}
		starts := startsIn(mk.Parent())
		node := channel.MakeNode(p, mk.Pos())
		if len(starts) == 0 || node == nil || !returned(mk) {
			continue
		}
		p.Report(check.Finding{
			At: node,
			Message: fmt.Sprintf("receives from the channel that %s returns block forever: nothing closes it or sends on it",
				ssainstr.FuncName(mk.Parent())),
			Trace: []check.Hop{{Pos: starts[0].Pos(), Message: "starts a goroutine that does not know the channel"}},
			Fix:   fixDeadReturn(p, node, starts),
		})
	}
}

func startsIn(fn *ssa.Function) (list []*ssa.Go) {
	for _, call := range ssainstr.Calls(fn) {
		if start, ok := call.(*ssa.Go); ok {
			list = append(list, start)
		}
	}
	return list
}

// returned reports whether the function that makes a channel returns it.
func returned(mk *ssa.MakeChan) bool {
	for ret := range ssaflow.Returns(mk.Parent()) {
		for _, v := range ret.Results {
			if change, ok := v.(*ssa.ChangeType); ok {
				v = change.X
			}
			if ssainstr.Resolve(v) == ssa.Value(mk) {
				return true
			}
		}
	}
	return false
}

// fixDeadReturn lets the goroutine close the channel, where there is one, of a literal.
func fixDeadReturn(p *check.Pass, made *ast.CallExpr, starts []*ssa.Go) *edit.Fix {
	cur, ok := ssainstr.CursorAt(p, made.Lparen)
	at, found := ssainstr.CursorAt(p, starts[0].Pos())
	if !ok || !found || len(starts) > 1 {
		return nil
	}
	name := ""
	for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		if id, ok := c.Node().(*ast.AssignStmt).Lhs[0].(*ast.Ident); ok && len(c.Node().(*ast.AssignStmt).Lhs) == 1 {
			name = id.Name
		}
		break
	}
	for c := range at.Enclosing((*ast.GoStmt)(nil)) {
		lit, ok := ast.Unparen(c.Node().(*ast.GoStmt).Call.Fun).(*ast.FuncLit)
		if !ok || name == "" || made.Pos() > c.Node().Pos() {
			return nil
		}
		e := p.Edit(made.Pos())
		waitgroup.AtStart(e, lit.Body, "defer close("+name+")")
		return e.Fix("Close "+name+" when the goroutine ends", "")
	}
	return nil
}
