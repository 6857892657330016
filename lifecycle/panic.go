package lifecycle

import (
	"fmt"
	"runtime/debug"
)

// PanicPolicy says what a panic in a worker does to the process.
type PanicPolicy int

const (
	// Contain, the default: the panic is logged with its stack, ends its
	// group, begins the shutdown and comes out of Run as a *PanicError.
	Contain PanicPolicy = iota
	// Crash is what Go does with a panic in any goroutine: the process ends immediately, no
	// hook runs.
	Crash
)

// PanicError is a panic that was recovered on behalf of its owner.
type PanicError struct {
	Value any    // what panic was called with
	Stack []byte // stack of the goroutine that panicked
}

func newPanicError(v any) *PanicError { return &PanicError{Value: v, Stack: debug.Stack()} }

// Error returns the panic value followed by the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n\n%s", e.Value, e.Stack) }

// Unwrap returns the panic value if it is an error, so that errors.Is and
// errors.As see through the panic.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// protect calls fn and turns a panic into a *PanicError.
func protect(fn func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = newPanicError(v)
		}
	}()
	return fn()
}
