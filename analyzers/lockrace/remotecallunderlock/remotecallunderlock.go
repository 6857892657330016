// Package remotecallunderlock is the check lockrace/remote-call-under-lock: call to another machine
// while holding a lock that other goroutines acquire.
package remotecallunderlock

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed remotecallunderlock.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "remote-call-under-lock",
	Title:      "call to another machine while holding a lock that other goroutines acquire",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	c.mu.Lock()
//	defer c.mu.Unlock()
//	resp, err := c.client.Do(req)
//
// where another function acquires c.mu as well, and makes no such call: it blocks for as long as the
// other machine takes. So does a second call of the same function, where a map has an entry for each
// key. One call is reported for each place that acquires the lock.
func run(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil || !outbound.Of(p.Pass).Any() {
		return
	}
	remote := model.Blockings(func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		return ok && talks(p, call)
	})
	calling := holders(remote)
	reported := make(map[token.Pos]bool)
	for _, b := range remote {
		call := source.CallAt(p, b.Instr.Pos())
		if call == nil || p.Quiet(call.Pos()) {
			continue
		}
		for _, hold := range b.Holds {
			if !b.Func.Encloses(hold.Pos) || !hold.Must || reported[hold.Pos] {
				continue
			}
			w := waiters(p, model, hold, calling)
			if w == nil {
				w = keyed(b, hold)
			}
			if w != nil {
				reported[hold.Pos] = true
				report(p, b, hold, call, w)
			}
		}
	}
}

// talks reports whether a call waits for another machine.
func talks(p *check.Pass, call *ssa.Call) bool {
	expr := source.CallAt(p, call.Pos())
	return expr != nil && outbound.Of(p.Pass).Waits(callmatch.Callee(p.TypesInfo, expr))
}

func report(p *check.Pass, b lockstate.Blocking, hold lockstate.Hold, call *ast.CallExpr, w *waiter) {
	mu := source.ShortKey(p, hold.Key)
	if lock := source.CallAt(p, hold.Pos); lock != nil && hold.Callee == nil {
		mu = source.ReceiverText(p, lock)
	}
	var doubts []check.Doubt
	if at := made(b, hold); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.Awaited, at))
	}
	if _, store := outbound.WaitsForStore(callmatch.Callee(p.TypesInfo, call)); store {
		doubts = append(doubts, check.Doubting(verdict.OrdersWrites, call.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("%s blocks for as long as the other machine takes to respond to %s: the call is made with %s held since %s",
			w.name, p.Name(call.Fun), mu, p.Where(hold.Pos, call.Pos())),
		Trace: []check.Hop{
			{Pos: hold.Pos, Message: "locked here"},
			{Pos: w.at, Message: "acquired here as well"},
		},
		Doubts: doubts,
		Fix:    fix(p, hold, call, mu),
	})
}
