// Package waitwithoutadd is the check goroutineleak/wait-without-add: calls of Add, Done
// and Wait of a WaitGroup do not match.
package waitwithoutadd

import (
	"embed"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore/report"
)

//go:embed waitwithoutadd.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
var Check = &check.Check{
	Slug:       "wait-without-add",
	Title:      "calls of Add, Done and Wait of a WaitGroup do not match",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Imports:    []string{"sync", "golang.org/x/sync/errgroup"},
	Pages:      pages,
	Run:        run,
}

// run reports, for a WaitGroup that only this package can reach:
//
//	go work()                     // nothing adds to wg
//	wg.Wait()                     // … so this returns immediately
//
//	wg.Add(1)                     // nothing takes it back
//	wg.Wait()                     // … so this never returns
//
//	wg.Add(len(jobs))
//	for _, job := range jobs {
//		go func() { defer wg.Done(); … }()
//		wg.Wait()                 // never returns in the first iteration
//	}
//
// and for any WaitGroup:
//
//	go func() {
//		wg.Add(1)                 // Wait may run before
//		defer wg.Done()
//
//	go func() {
//		if err != nil { return }  // Wait blocks forever
//		wg.Done()
//
//	wg.Go(func() {
//		defer wg.Done()           // Go calls it as well: panic
//
// An Add followed by the start of a goroutine that does not call Done, a local group that
// nothing waits for, a count of one for the goroutines of a loop, and an errgroup with a
// limit whose goroutines start others are reported as well. Silent when the group is passed
// on, assigned or embedded (the first three), when the starter counts as well (then the
// goroutine adds for others), when Done is conditional, and when an Add gets a parameter,
// which may be negative, or none of the goroutines ever ends (the second). Doubtful (the
// first) when nothing is started that could be counted.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	counters := waitgroup.Counters(p)
	for _, c := range counters {
		whole := c.Whole(p, in, counters)
		if len(whole.Waits) > 0 && !whole.Open {
			reportUnmatched(p, in, whole)
			reportWaitInLoop(p, in, whole)
			reportNoDone(p, in, whole)
		}
		for _, add := range c.Adds {
			reportLateAdd(p, in, c, add)
		}
		reportSkippedDone(p, in, c)
		reportSkippedHelper(p, in, c)
		reportDoneTwice(p, in, c)
		reportMissedWait(p, in, whole)
		reportCountedOnce(p, in, c)
		reportBeside(p, c)
	}
	reportNestedGo(p, in)
	for _, c := range errGroups(p) {
		reportMissedWait(p, in, c)
	}
	report.Report(p)
}
