// Package sigkill reports processes that are killed without being asked to stop,
// and signals that are not handled as intended.
//
// # Analyzer sigkill
//
// SIGKILL cannot be caught. The process that gets it finishes nothing: the
// request in flight, the file half written, the lock it holds. It is the right
// last word, after SIGTERM and some time, and the wrong first one.
//
// It never reports tests and what supports them, programs whose documented job
// it is to kill, and platforms that know no other signal.
package sigkill
