// Package blockingunderlock is the check lockrace/blocking-under-lock: blocking operation
// while holding a lock that the other goroutine needs.
package blockingunderlock

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

//go:embed blockingunderlock.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "blocking-under-lock",
	Title:      "blocking operation while holding a lock that the other goroutine needs",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	s.mu.Lock()
//	close(s.stop)
//	<-s.done // closed by a loop that locks s.mu in each iteration
//	s.mu.Unlock()
//
// and the same with a send and with the Wait of a group. To wait under a lock is no mistake
// by itself: silent unless everything that could end the wait is in this package, and may
// acquire the lock before that. Silent as well for buffered sends, and when one function is
// both sides.
func run(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	for _, b := range lockuse.Blockings(model, blocks) {
		if p.Quiet(b.Instr.Pos()) {
			continue
		}
		part := partnerOf(p, model, b)
		if part == nil {
			continue
		}
		for _, hold := range b.Holds {
			if at, other := part.needs(model, b, hold); at.IsValid() {
				reportBlocking(p, b, hold, part, at, other)
				break
			}
		}
	}
	reportRetries(p, model)
	reportCallbacks(p, model)
	report.Report(p)
}

func reportBlocking(p *check.Pass, b lockuse.Blocking, hold lockset.Hold, part *partner, at token.Pos, other ssa.Instruction) {
	op, mu := waitExpr(p, b.Instr.Pos()), source.ShortKey(p, hold.Key)
	if op == nil {
		return
	}
	what, at0 := p.Source(op), analysis.Range(op)
	if sel, ok := op.(*ast.SelectStmt); ok {
		what, at0 = "the select", check.Span(sel.Select, sel.Select+token.Pos(len("select")))
	}
	lock := source.CallAt(p, hold.Pos)
	local := lock != nil && b.Func.Encloses(hold.Pos)
	if local && hold.Callee == nil {
		mu = source.ReceiverText(p, lock)
	}
	deadlocks := "deadlocks"
	if part.gone {
		deadlocks = "deadlocks when its receiver leaves"
	}
	p.Report(check.Finding{
		At: at0,
		Message: fmt.Sprintf("%s %s: it blocks with %s held since %s, and the goroutine that %s at %s acquires that lock first, at %s",
			what, deadlocks, mu, p.Where(hold.Pos, op.Pos()), part.verb, p.Where(other.Pos(), op.Pos()), p.Where(at, op.Pos())),
		Trace: []check.Hop{
			{Pos: hold.Pos, Message: "locked here"},
			{Pos: at, Message: "the other goroutine acquires it here"},
			{Pos: other.Pos(), Message: "before it reaches this operation"},
		},
		Fix: fixBlocking(p, hold, op, mu, local && !part.gone),
	})
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
