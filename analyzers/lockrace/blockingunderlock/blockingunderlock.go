// Package blockingunderlock is the check lockrace/blocking-under-lock: blocking operation
// while holding a lock that the other goroutine needs.
package blockingunderlock

import (
	"embed"
	"slices"

	"golang.org/x/tools/go/ssa"

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
	later := reportBlockings(p, model)
	reportRetries(p, model)
	reportBackoffs(p, model)
	reportCallbacks(p, model)
	report.Report(p)
	for _, report := range later {
		report()
	}
}

// reportBlockings reports the operations that block, and returns what reports those of buffered
// channels, except where the exploration has found how the buffer fills up.
func reportBlockings(p *check.Pass, model *lockset.Package) (later []func()) {
	seen := make(map[ssa.Instruction]bool)
	for _, b := range slices.Concat(lockuse.Blockings(model, blocks), lockuse.BlockingsBelow(model, sends)) {
		if p.Quiet(b.At().Pos()) || seen[b.Instr] {
			continue
		}
		part := partnerOf(p, model, b)
		if part == nil {
			continue
		}
		i := slices.IndexFunc(b.Holds, func(h lockset.Hold) bool { at, _ := part.needs(model, b, h); return at.IsValid() })
		if i < 0 {
			continue
		}
		seen[b.Instr] = true
		at, other := part.needs(model, b, b.Holds[i])
		if !part.full {
			reportBlocking(p, b, b.Holds[i], part, at, other)
			continue
		}
		later = append(later, func() {
			if !p.Reported(b.Instr.Pos()) && !p.Reported(b.At().Pos()) {
				reportBlocking(p, b, b.Holds[i], part, at, other)
			}
		})
	}
	return later
}
