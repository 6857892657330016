// Package run stands for a group of actors that end together.
package run

// Group has actors.
type Group struct{}

// Add adds one, with what interrupts it.
func (*Group) Add(execute func() error, interrupt func(error)) {}

// Run runs them until the first one ends, and interrupts the others.
func (*Group) Run() error { return nil }
