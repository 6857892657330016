// Package threads says on which paths of calls and starts of goroutines the program gets to an access,
// and whether two such paths may get to one object at the same time. It asks access for the accesses,
// order what keeps two apart, requests what handlers are, and permits what only one goroutine can hold.
package threads
