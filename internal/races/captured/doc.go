// Package captured says which local variables are written in a goroutine or a handler, or beside one,
// where no access of the variable holds a lock. It asks access where names are, order what orders the
// accesses, requests what handlers are, and threads for the paths.
package captured
