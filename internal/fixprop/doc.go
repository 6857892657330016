// Package fixprop makes variations of code that has a finding, and states what a fix of it
// may not do, whatever the code around: a property test of all fixes.
//
// A variation adds, after the place of the finding, something that has to be released, in
// each usual form, or moves the place: into a function with named results, a loop with a
// label, a literal, a deferred call, or where the names that fixes use mean something else.
// The finding stays, so the fix has to hold there, too.
//
// The test of this package takes every shape of the textbook that has a fix, and runs the
// checks in this process. TestRun compiles fixed shapes of blocked-send and blocked-receive
// into one program, and runs it.
package fixprop
