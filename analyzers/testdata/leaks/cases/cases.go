// Package cases holds one small program for each known pattern of goroutine
// leaks.
package cases

import (
	"context"
	"errors"
	"time"
)

// All are the cases by name.
var All = make(map[string]func())

var errEarly = errors.New("early")

// soon returns a context that ends at once, and its cancel function.
func soon() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Millisecond)
}

func work() error {
	time.Sleep(5 * time.Millisecond)
	return nil
}

func fails() error { return errEarly }
