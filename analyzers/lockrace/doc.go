// Package lockrace reports broken lock discipline.
//
// # Analyzer lockrace
//
// A mutex protects nothing by itself: it does so when every access to the data holds it,
// when every return path of a function releases it, and when no holder waits for a
// goroutine that needs it. Each check of this analyzer finds one violation of one of these
// rules. Which mutex protects which field is inferred from the code, and read from "//
// guarded by mu" comments on fields.
//
// It never reports code whose locks it cannot follow: elements of maps and slices that are
// reached by two expressions, locks passed from one function to another, function values
// from elsewhere, and values that no other goroutine can have seen yet.
package lockrace
