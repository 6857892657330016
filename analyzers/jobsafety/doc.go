// Package jobsafety reports claimed work that a shutdown or a crash can lose.
//
// # Analyzer jobsafety
//
// A worker takes a job by marking it: a status of "running", a message pending in a
// consumer group, a delivery not yet acknowledged. When the worker is killed in the middle,
// the mark stays. Another process must look for marks that are old, and a mark of success
// must not be set before there is one.
//
// It looks at what the package and those below it do; recovery by a package that it cannot
// see is not known to it.
package jobsafety
