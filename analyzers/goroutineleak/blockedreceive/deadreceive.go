package blockedreceive

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/deadwait"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportDeadReceives reports bare receives from channels that are made, and that nothing
// closes or sends on:
//
//	func (s *Server) Stop() {
//		close(s.stop)
//		<-s.done // the goroutine returns without closing it
//	}
//
// For a variable only if something is done after the receive: a receive at the end blocks
// by design. What a goroutine waits for is stop-never-signalled's to report.
func reportDeadReceives(p *check.Pass) {
	flow := ssaflow.Of(p.Pass)
	var signals map[token.Pos]bool
	for _, class := range flow.Channels() {
		for _, op := range class.Receives {
			if op.Guarded || p.Quiet(op.Instr.Pos()) || !deadReceive(p, flow, class, op) {
				continue
			}
			if signals == nil {
				signals = stopWaits(p)
			}
			if at := channel.ReceiveNode(p, op.Instr.Pos()); at != nil && !signals[at.Pos()] && !signals[op.Instr.Pos()] && !afterLength(p, at) {
				reportDeadReceive(p, class, op, at)
			}
		}
	}
}

// afterLength reports whether a receive comes after a test that the channel holds something.
//
//	for len(s.in) > 0 {
//		s.send(<-s.in)
//	}
func afterLength(p *check.Pass, receive ast.Node) bool {
	cur, ok := ssainstr.CursorAt(p, receive.Pos())
	if !ok {
		return false
	}
	ch := p.Source(channel.ChannelOf(receive))
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.IfStmt)(nil)) {
		var cond ast.Expr
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			cond = n.Cond
		case *ast.IfStmt:
			cond = n.Cond
		}
		if cmp, ok := cond.(*ast.BinaryExpr); ok && (cmp.Op == token.GTR || cmp.Op == token.NEQ) && p.Source(cmp.X) == "len("+ch+")" {
			return true
		}
	}
	return false
}

// stopWaits returns where goroutines wait for a stop signal that nothing sends.
func stopWaits(p *check.Pass) map[token.Pos]bool {
	places := make(map[token.Pos]bool)
	for _, n := range deadwait.NeverSignalled(p) {
		places[n.At.Node().Pos()], places[n.Wait.Instr.Pos()] = true, true
	}
	return places
}

func deadReceive(p *check.Pass, flow *ssaflow.Flow, class *ssaflow.Class, op ssaflow.Op) bool {
	receive, ok := op.Instr.(*ssa.UnOp)
	if !ok {
		return false
	}
	source := flow.ChannelSource(receive.X)
	return source != nil && source.Channel == class && source.Dead() && !source.Ticker &&
		(len(class.Fields) > 0 || continues(receive)) && !deadwait.MentionedElsewhere(p, ssaflow.Wait{Instr: receive, Source: source})
}

// continues reports whether something is called, sent or started after the receive.
func continues(receive *ssa.UnOp) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var acts func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool
	acts = func(instrs []ssa.Instruction, b *ssa.BasicBlock) bool {
		for _, instr := range instrs {
			switch instr.(type) {
			case *ssa.Call, *ssa.Go, *ssa.Send, *ssa.Store:
				return true
			}
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				if acts(next.Instrs, next) {
					return true
				}
			}
		}
		return false
	}
	b := receive.Block()
	for i, instr := range b.Instrs {
		if instr == ssa.Instruction(receive) {
			return acts(b.Instrs[i+1:], b)
		}
	}
	return false
}

func reportDeadReceive(p *check.Pass, class *ssaflow.Class, op ssaflow.Op, at ast.Node) {
	name := p.Source(channel.ChannelOf(at))
	p.Report(check.Finding{
		At:      channel.ChannelOf(at),
		Message: fmt.Sprintf("receive from %s blocks forever: nothing closes %s or sends on it", name, name),
		Trace:   []check.Hop{{Pos: class.Makes[0].Pos(), Message: "made here"}},
		Fix:     fixDeadReceive(p, class, at),
	})
}

// fixDeadReceive lets the goroutine that the receive waits for close the channel, where
// there is one only: of the owner of the field, or of the function that has the variable.
func fixDeadReceive(p *check.Pass, class *ssaflow.Class, at ast.Node) *edit.Fix {
	var body ast.Node
	name := ""
	for _, s := range ssainstr.AllStarts(p) {
		if len(s.Bodies) != 1 || s.Bodies[0].Syntax() == nil {
			continue
		}
		known := nameInside(p, class, s, channel.ChannelOf(at))
		if known == "" {
			continue
		}
		if body != nil || ssaflow.Reaches(s.Instr.Block(), s.Instr.Block()) {
			return nil
		}
		body, name = s.Bodies[0].Syntax(), known
	}
	if body == nil || p.Fset.File(body.Pos()) != p.Fset.File(at.Pos()) {
		return nil
	}
	e := p.Edit(at.Pos())
	waitgroup.AtStart(e, astindex.FuncBody(body), "defer close("+name+")")
	return e.Fix("Close "+name+" when the goroutine ends", "")
}

// nameInside returns what a goroutine calls the channel, "" where it is none of the
// owner's, or of the function's.
func nameInside(p *check.Pass, class *ssaflow.Class, s ssaflow.Start, channel ast.Expr) string {
	sel, ok := channel.(*ast.SelectorExpr)
	if !ok {
		_, literal := s.Bodies[0].Syntax().(*ast.FuncLit)
		if !literal || s.Instr.Parent() != class.Makes[0].Parent() {
			return ""
		}
		return p.Source(channel)
	}
	owner := callmatch.Named(p.TypesInfo.TypeOf(sel.X))
	if owner == nil {
		return ""
	}
	receiver := ""
	switch fn := s.Bodies[0].Syntax().(type) {
	case *ast.FuncLit:
		receiver = syntax.Captured(p, fn, owner)
	case *ast.FuncDecl:
		if recv := s.Bodies[0].Signature.Recv(); recv != nil && callmatch.Named(recv.Type()) != nil && callmatch.Named(recv.Type()).Origin() == owner.Origin() {
			receiver = recv.Name()
		}
	}
	if receiver == "" || receiver == "_" {
		return ""
	}
	return receiver + "." + sel.Sel.Name
}
