// Package ctxbackground reports work that is given the wrong context.
//
// # Analyzer ctxbackground
//
// A context says until when work is wanted. Work with context.Background is
// wanted for ever: neither a shutdown nor a client that leaves can end it. The
// opposite mistake costs as much: cleanup with a context that has ended is over
// before it begins, and work that is shared fails for all when one of them
// leaves.
//
// It never reports detachment that is right: in functions that shut down or
// clean up, in goroutines that outlive their starter, after a commit, where a
// comment beside it gives the reason, and for calls that only read a context's
// values.
package ctxbackground
