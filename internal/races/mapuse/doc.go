// Package mapuse says which variables a package uses without a lock in functions that other packages
// call, so that those can report the races of their goroutines. It asks access for the accesses, holding
// and setup which of them do not matter, and threads for the functions.
package mapuse
