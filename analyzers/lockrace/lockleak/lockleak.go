// Package lockleak is the check lockrace/lock-leak: return path leaves a lock held.
package lockleak

import (
	"embed"
	"fmt"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

//go:embed lockleak.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of lockrace.
var Check = &check.Check{
	Slug:       "lock-leak",
	Title:      "return path leaves a lock held",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	s.mu.Lock()
//	if err := s.load(); err != nil {
//		return err // the lock stays held
//	}
//	s.mu.Unlock()
//
// and the same with a continue that comes back to the Lock, with a successful TryLock, and
// with a panic that the function recovers from. An acquisition is one finding, at the first
// of its return paths, or at the acquisition where nothing releases it. Safe is a function
// that locks for a caller or another function, which releases, or returns what does, a path
// that returns the object that the lock is in, or drops it when no other code has it, one
// before which a call was deferred, and one that depends on the same condition as the
// acquisition.
func run(p *check.Pass) {
	for f := range source.Functions(p) {
		for _, ways := range waysOut(p, f) {
			if ways[0].Frees == nil {
				reportNeverReleased(p, ways[0].Leak)
				continue
			}
			reportLockLeak(p, ways)
		}
		for _, leak := range lockuse.PanicLeaks(f) {
			reportPanicLeak(p, leak)
		}
	}
	report.Report(p)
}

func reportLockLeak(p *check.Pass, ways []wayOut) {
	leak, exit := ways[0].Leak, ways[0].exit
	trace := []check.Hop{
		{Pos: leak.At.Pos(), Message: "locked here"},
		{Pos: leak.Frees.Pos(), Message: "released here on another path"},
	}
	for _, other := range ways[1:] {
		trace = append(trace, check.Hop{Pos: other.exit.at.Pos(), Message: "also held here"})
	}
	p.Report(check.Finding{
		At:      exit.at,
		Message: lockLeakText(p, leak, exit),
		Trace:   trace,
		Doubts:  leak.Doubts,
		Fix:     fixLockLeak(p, ways),
	})
}

func lockLeakText(p *check.Pass, leak lockuse.Leak, exit exit) string {
	lock, frees := lockExpr(p, leak.At), p.Where(leak.Frees.Pos(), exit.at.Pos())
	blocked := "the next Lock blocks forever"
	if leak.Op.Read {
		blocked = "the next Lock, and every RLock after it, blocks forever"
	}
	at := p.Where(leak.At.Pos(), exit.at.Pos())
	if lock == "" {
		return fmt.Sprintf("%s: the lock acquired at %s is still held here, and released only at %s", blocked, at, frees)
	}
	return fmt.Sprintf("%s: %s, locked at %s, is still held here, and released only at %s", blocked, lock, at, frees)
}
