// Package waitunderlock is the check lockrace/wait-under-lock: long wait while holding a lock that
// other goroutines acquire.
package waitunderlock

import (
	"cmp"
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
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed waitunderlock.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "wait-under-lock",
	Aliases:    []string{"remote-call-under-lock"},
	Title:      "long wait while holding a lock that other goroutines acquire",
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
// where another function acquires c.mu as well, and does not wait with it: it blocks for as long as
// the other machine takes. So does a second call of the same function, where a map has an entry for
// each key, or, doubtful, where a path finds what was fetched before. A pause, and the wait for a child process, count like the call. One wait is reported for
// each place that acquires the lock.
func run(p *check.Pass) {
	model := locks.Of(p.Pass)
	if model == nil {
		return
	}
	waits := lockuse.Blockings(model, func(instr ssa.Instruction) bool { return waitAt(p, instr) != nil })
	waiting := holders(waits)
	reported := make(map[token.Pos]bool)
	for _, b := range waits {
		w := waitAt(p, b.Instr)
		if w == nil || p.Quiet(w.expr.Pos()) {
			continue
		}
		for _, hold := range b.Holds {
			if !b.Func.Encloses(hold.Pos) || !hold.Must || reported[hold.Pos] {
				continue
			}
			other := blockedBy(p, model, hold, waiting)
			if other == nil {
				other = cmp.Or(keyed(b, hold), cached(b, hold))
			}
			if other != nil {
				reported[hold.Pos] = true
				w.report(p, b, hold, other)
			}
		}
	}
}

func (w *wait) report(p *check.Pass, b lockuse.Blocking, hold lockset.Hold, other *waiter) {
	mu := source.ShortKey(p, hold.Key)
	if lock := source.CallAt(p, hold.Pos); lock != nil && hold.Callee == nil {
		mu = source.ReceiverText(p, lock)
	}
	p.Report(check.Finding{
		At: w.expr,
		Message: fmt.Sprintf("%s blocks for as long as %s with %s held since %s",
			other.name, fmt.Sprintf(w.kind.takes, w.text(p)), mu, p.Where(hold.Pos, w.expr.Pos())),
		Trace: []check.Hop{
			{Pos: hold.Pos, Message: "locked here"},
			{Pos: other.at, Message: "acquired here as well"},
		},
		Doubts: w.doubts(p, b, hold, other),
		Fix:    fix(p, hold, w, mu),
	})
}

func (w *wait) doubts(p *check.Pass, b lockuse.Blocking, hold lockset.Hold, other *waiter) (list []check.Doubt) {
	if at := made(b, hold); at.IsValid() || other.sometimes {
		if !at.IsValid() {
			at = b.Instr.Pos()
		}
		list = append(list, check.Doubting(verdict.Awaited, at))
	}
	if call, ok := w.expr.(*ast.CallExpr); ok {
		if _, store := outbound.WaitsForStore(callmatch.Callee(p.TypesInfo, call)); store {
			list = append(list, check.Doubting(verdict.OrdersWrites, call.Pos()))
		}
	}
	if w.far {
		list = append(list, check.Doubting(verdict.Branches, w.expr.Pos()))
	}
	if w.unknown {
		list = append(list, check.Doubting(verdict.UnknownLimit, w.expr.Pos()))
	}
	if w.short {
		list = append(list, check.Doubting(verdict.ShortPause, w.expr.Pos()))
	}
	return list
}
