package blockingunderlock

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

func reportBlocking(p *check.Pass, b lockuse.Blocking, hold lockset.Hold, part *partner, at token.Pos, other ssa.Instruction) {
	op, mu := waitExpr(p, b.At().Pos()), source.ShortKey(p, hold.Key)
	if op == nil {
		return
	}
	lock := source.CallAt(p, hold.Pos)
	local := lock != nil && b.Func.Encloses(hold.Pos)
	if local && hold.Callee == nil {
		mu = source.ReceiverText(p, lock)
	}
	what, at0 := p.Source(op), analysis.Range(op)
	if sel, ok := op.(*ast.SelectStmt); ok {
		what, at0 = "the select", check.Span(sel.Select, sel.Select+token.Pos(len("select")))
	}
	if call, ok := op.(*ast.CallExpr); ok && b.By != nil {
		what = p.Name(call.Fun)
	}
	what = fmt.Sprintf("%s %s: it blocks with %s held since %s, and the goroutine that %s at %s", what, part.when(), mu, p.Where(hold.Pos, op.Pos()), part.verb, p.Where(other.Pos(), op.Pos()))
	rest, trace := part.acquires(p, hold, at, other, op.Pos())
	p.Report(check.Finding{
		At:      at0,
		Message: what + rest,
		Trace:   trace,
		Doubts:  part.doubts(p, b),
		Fix:     fixBlocking(p, hold, op, mu, local && !part.gone && !part.full && b.By == nil),
	})
}

// when says in which case the two deadlock.
func (part *partner) when() string {
	switch {
	case part.gone:
		return "deadlocks when its receiver leaves"
	case part.until:
		return "deadlocks until the context is canceled"
	case part.full:
		return "deadlocks when the channel's buffer is full"
	}
	return "deadlocks"
}

// acquires says where the partner acquires the lock, and how it comes there.
func (part *partner) acquires(p *check.Pass, hold lockset.Hold, at token.Pos, other ssa.Instruction, from token.Pos) (string, []check.Hop) {
	trace := []check.Hop{
		{Pos: hold.Pos, Message: "locked here"},
		{Pos: at, Message: "the other goroutine acquires it here"},
		{Pos: other.Pos(), Message: "before it reaches this operation"},
	}
	c := part.back
	if c == nil {
		return " acquires that lock first, at " + p.Where(at, from), trace
	}
	trace[1].Message = "the other goroutine may acquire it in this call"
	if c.Lock.IsValid() {
		trace = append(trace, check.Hop{Pos: c.Lock, Message: "which comes here"})
	}
	return fmt.Sprintf(" first calls %s, which may call %s and acquire that lock", c.Fn.Name(), cmp.Or(c.Name, "a function")), trace
}

// waitExpr returns the receive, send or call of Wait at pos.
func waitExpr(p *check.Pass, pos token.Pos) ast.Node {
	for _, n := range source.PathTo(p, pos) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && n.OpPos == pos {
				return n
			}
		case *ast.SendStmt:
			if n.Arrow == pos {
				return n
			}
		case *ast.SelectStmt:
			if n.Select == pos {
				return n
			}
		case *ast.CallExpr:
			if n.Lparen == pos {
				return n
			}
		}
	}
	return nil
}

// condVar reports whether op is the Wait of a condition, which needs its lock.
func condVar(p *check.Pass, op ast.Node) bool {
	call, ok := op.(*ast.CallExpr)
	return ok && callmatch.Name(callmatch.Callee(p.TypesInfo, call)) == condWait
}
