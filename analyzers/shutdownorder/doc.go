// Package shutdownorder reports shutdowns that run in a harmful order, or that leave
// something out.
//
// # Analyzer shutdownorder
//
// A process that gets SIGTERM has a few seconds, and an order to keep: stop to accept, let
// requests in flight finish, stop workers and wait for them, leave registries, close
// clients, close databases, flush logs and traces. Each check of this analyzer finds code
// that loses a step, or takes one before the step that it depends on.
//
// Order is judged by use, not by names: what a goroutine, a handler or a later step still
// uses must not be gone. It never reports orders that are only unusual, and values it
// cannot follow.
package shutdownorder
