// Package redis stands for the real one.
package redis

// A Pool keeps connections.
type Pool struct{ MaxIdle int }

// Close ends them.
func (*Pool) Close() error { return nil }
