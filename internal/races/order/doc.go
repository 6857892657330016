// Package order says what orders two accesses without a lock: a wait, a signal, an atomic operation,
// a sync.Once, or a turn that only one goroutine gets. It asks access for the accesses alone.
package order
