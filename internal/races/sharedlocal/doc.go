// Package sharedlocal says which local variables one goroutine accesses without the lock under which
// another one does so at the same time. It asks access where names are, and order what waits.
package sharedlocal
