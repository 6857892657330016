// Package tracing reports requests that lose their identity between services.
//
// # Analyzer tracing
//
// A request that passes through several services can be followed in their logs when each
// passes on, or makes, an ID for it. The check is off by default: whether a platform
// identifies requests is its own decision.
//
// It never reports code that passes a whole header on.
package tracing
