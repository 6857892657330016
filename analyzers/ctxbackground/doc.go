// Package ctxbackground reports work that is given the wrong context.
//
// # Analyzer ctxbackground
//
// A context says until when work is wanted. Work with context.Background has no end:
// neither a shutdown nor a client that leaves can end it. The opposite mistake costs as
// much: cleanup with a context that has ended is over before it begins, and work that is
// shared fails for all when one of them leaves.
//
// Detachment that the code shows to be right is not reported: in goroutines that outlive
// their starter, after the end of the context in scope, where a comment gives the reason,
// and for calls that only read a context's values. What only a name or a habit suggests is
// reported with low confidence.
package ctxbackground
