package endlesshandler

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportQuiet reports loops of handlers that wait for the next value of a channel alone:
//
//	for e := range events { // nothing closes it
//		if err := write(w, e); err != nil {
//			return
//		}
//	}
//
// where the handler does not look at the context of the request. That the client has left shows only in
// the write after the next value. Where something closes the channel, as at the end of a job, that counts
// for streams of events, which are silent for long.
func reportQuiet(p *check.Pass, seen map[ast.Node]bool) {
	for _, c := range ssaflow.Of(p.Pass).Channels() {
		if !c.Sealed && (c.Foreign || c.Beyond) || callmatch.IsEmpty(c.Makes[0].Type()) {
			continue
		}
		for _, op := range slices.Concat(c.Receives, c.Ranges) {
			recv, ok := op.Instr.(*ssa.UnOp)
			if !ok || p.Quiet(recv.Pos()) || len(c.Closes) > 0 && !streams(p, op.Fn(), c) || !answers(op.Fn()) && !serves(p, op.Fn().Syntax()) || ssainstr.Innermost(ssainstr.LoopsOf(op.Fn(), nil), recv.Block()) == nil {
				continue
			}
			reportWait(p, seen, recv.Pos(), len(c.Closes) == 0, nil)
		}
	}
}

// serves reports whether a function is the handler of a stream of gRPC that sends alone. One that receives as well
// gets an error when the client has left.
func serves(p *check.Pass, fn ast.Node) bool {
	if fn == nil {
		return false
	}
	for param := range astindex.Signature(p.TypesInfo, fn).Params().Variables() {
		if callmatch.IsServerStream(param.Type()) {
			recv, _, _ := types.LookupFieldOrMethod(param.Type(), false, nil, "Recv")
			return recv == nil && !receivesMessages(p, fn)
		}
	}
	return false
}

func receivesMessages(p *check.Pass, fn ast.Node) (found bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && callmatch.CalleeName(p.TypesInfo, call) == "(google.golang.org/grpc.ServerStream).RecvMsg"
		return !found
	})
	return found
}

// reportWait reports the loop around a receive, unless the handler looks at its client. A mender, which may be nil,
// makes the fix of a loop.
func reportWait(p *check.Pass, seen map[ast.Node]bool, pos token.Pos, open bool, mend func(*check.Pass, inspector.Cursor) *edit.Fix) {
	cur, ok := ssainstr.CursorAt(p, pos)
	if !ok {
		return
	}
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil)) {
		fn, ok := astindex.FuncAround(loop)
		if _, lit := loop.Node().(*ast.FuncLit); lit || !ok || seen[loop.Node()] || asksClient(p, fn) || p.Reported(cur.Node().Pos()) {
			return
		}
		seen[loop.Node()] = true
		why := "nothing closes the channel, and"
		if !open {
			why = "no value may come for long, and"
		}
		f := check.Finding{
			At:      syntax.Keyword{At: loop.Node().Pos(), Text: "for"},
			Message: fmt.Sprintf("handler keeps waiting for %s when its client has left: %s the handler does not watch the context of its request", received(p, cur, loop), why),
		}
		if mend != nil {
			f.Fix = mend(p, loop)
		}
		p.Report(f)
		return
	}
}

// received returns the channel of a receive, or that over which a loop ranges.
func received(p *check.Pass, at, loop inspector.Cursor) string {
	for c := range at.Enclosing((*ast.UnaryExpr)(nil)) {
		return p.Source(c.Node().(*ast.UnaryExpr).X)
	}
	if each, ok := loop.Node().(*ast.RangeStmt); ok {
		return p.Source(each.X)
	}
	return "the next value"
}

// streams reports whether a handler answers with a stream of events, the channel of which neither it
// nor a goroutine that it starts closes.
func streams(p *check.Pass, fn *ssa.Function, c *ssaflow.Class) bool {
	syn := fn.Syntax()
	if syn == nil || slices.ContainsFunc(c.Closes, func(op ssaflow.Op) bool { return syntax.Within(syn, op.Instr.Pos()) }) {
		return false
	}
	return sendsEvents(p, syn)
}
