// Package textbook multiplies the plain shapes of defects in testdata/textbook by their
// usual contexts, into bare packages.
//
// A shape is the body of a function, or the declarations of a package, with its good twin.
// A context is a place for it: a library or a program, exported or not, called or not, in a
// function, a method, a closure, a generic function or a helper one call deep, started by a
// go statement, a WaitGroup or an errgroup, stopped by a context or a channel. README.md in
// testdata/textbook describes how a shape is written.
//
// The contract is that the default run reports every one of them at the marked line, with a
// fix that holds, and does not report the twins.
package textbook
