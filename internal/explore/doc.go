// Package explore looks for states in which a goroutine is blocked forever, by running
// small parts of a program in every order that the scheduler may choose.
//
// A scope is a function together with the goroutines that it starts. Its SSA form is run on
// an abstract memory: what the function creates is known exactly, what callers pass in and
// what other packages return is unknown, and both branches of a condition on something
// unknown are taken. Goroutines are switched only at operations that others can observe:
// those of channels, locks, groups, conditions and contexts. The resulting states form a
// graph, of a size that a budget limits; a goroutine that is blocked in a state from which
// no path of the graph leads to a step of that goroutine is blocked forever, and the
// shortest path to such a state is the proof.
//
// The environment is helpful: timers fire, deadlines end, contexts of callers are canceled,
// functions of other packages return, and channels that others know are served.
package explore
