// Package goroutineleak reports goroutines and tickers that cannot be stopped,
// or that nobody waits for.
//
// # Analyzer goroutineleak
//
// A goroutine that nothing ends keeps its memory, its connections and its locks
// for as long as the process lives, runs on through shutdown, and turns up in
// the middle of the next one's work. Each check of this analyzer looks for one
// way in which code loses the means to end a goroutine it started.
//
// It never reports code whose goroutine it cannot follow: bodies that are
// function values, channels that other packages may close, and code generated
// by tools.
package goroutineleak
