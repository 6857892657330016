// Package errors is a stub.
package errors

// WithStack adds the stack of its caller, and returns nil for nil.
func WithStack(err error) error { return err }
