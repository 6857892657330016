// Package races finds the accesses of fields, package variables and captured variables that
// no lock keeps apart from others of the same: which lock guards what (the lockset algorithm
// of Eraser, by majority and by evidence), which goroutines meet, and what orders them
// without a lock (a start, a signal, a sync.Once).
package races
