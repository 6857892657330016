// Package panicguard reports panics that vanish, and those that take the whole process with
// them.
//
// # Analyzer panicguard
//
// A recover that does not return an error turns a panic into a success: the error result is
// nil, and the work is taken for done. A goroutine without a recover does the opposite: its
// panic ends a process that serves many others.
//
// It never reports a recover that panics again, ends the process, or passes the panic on to
// code that it cannot see.
package panicguard
