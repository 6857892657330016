package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// Drain is the gate of a message consumer: it counts what is in flight, and once closed
// admits nothing more. With it the shutdown of a consumer has four phases, in this order:
//
//  1. stop the subscription
//  2. drain.Close(ctx): late deliveries are refused, running dispatches
//     finish
//  3. close the workers' channels; nothing sends on them any more
//  4. wait for the workers, which empty their channels
//
// If Close returns an error, dispatches are still running: do not close the channels they
// send on. The zero value is open. All methods are safe for concurrent use.
type Drain struct {
	flight tally
	closed atomic.Bool
}

// ErrInFlight is wrapped by the error of a Drain.Close that ran out of time.
var ErrInFlight = errors.New("still in flight")

// Enter reports whether a new dispatch may begin. If it returns true, call Leave
// when the dispatch has ended; if false, give the message back (nack).
func (d *Drain) Enter() bool {
	// Counted before the look: Close either sees the entry or is seen by it.
	d.flight.add()
	if d.closed.Load() {
		d.flight.done()
		return false
	}
	return true
}

// Leave ends what a successful Enter began. One Leave too many panics.
func (d *Drain) Leave() { d.flight.done() }

// Close refuses new entries and waits until all that entered have left, or ctx ends; then
// its error wraps ErrInFlight and ctx.Err(). It may be called again, to continue waiting.
func (d *Drain) Close(ctx context.Context) error {
	d.closed.Store(true)
	if n := d.flight.wait(ctx); n > 0 {
		return fmt.Errorf("%d %w: %w", n, ErrInFlight, ctx.Err())
	}
	return nil
}
