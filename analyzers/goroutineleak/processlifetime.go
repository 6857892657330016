package goroutineleak

import "github.com/lifecyclelint/lifecyclelint/internal/check"

var processLifetime = &check.Check{
	Slug:       "process-lifetime",
	Title:      "goroutine lives as long as the process: nothing can end it, and nothing is lost with it",
	Severity:   check.Medium,
	Confidence: check.Doubtful, // half of what it finds works for the one value of its type that a program ever has
	Heeds:      check.RunsForever,
	Since:      "0.1.0",
	Run:        runProcessLifetime,
}

// runProcessLifetime reports what no-exit and ticker-range leave to it, because nothing is
// at stake:
//
//	func newCache() *cache {
//		c := &cache{…}
//		go c.sweep() // for ever, in memory
//		return c
//	}
//
// A program that makes one cache loses nothing; one that makes many, or a test that looks
// for leaks, loses one goroutine each. Nothing in the code tells the two apart.
func runProcessLifetime(p *check.Pass) {
	endlessLoops(p, false)
	tickerLoops(p, false)
}
