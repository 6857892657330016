//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d Drain
		if !d.Enter() || !d.Enter() {
			t.Fatal("the zero value is closed")
		}
		time.AfterFunc(time.Second, d.Leave)
		time.AfterFunc(3*time.Second, d.Leave)
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		err := d.Close(ctx)
		if !errors.Is(err, ErrInFlight) || !errors.Is(err, context.DeadlineExceeded) || err.Error()[0] != '1' {
			t.Errorf("error %v, want one in flight", err)
		}
		if d.Enter() {
			t.Error("let in after Close")
		}
		start := time.Now()
		if err := d.Close(t.Context()); err != nil || time.Since(start) != time.Second {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		if err := d.Close(endedContext()); err != nil {
			t.Errorf("nothing in flight, but %v", err)
		}
	})
}

// The order that close-before-drain is about: nothing enters after Close has returned, so
// nothing sends on a closed channel. Many short iterations, because the moment in which an
// entry could slip through is short.
func TestDrainUnderLoad(t *testing.T) {
	t.Parallel()
	for range 1000 {
		var d Drain
		work := make(chan int, 64)
		var sent, received atomic.Int64
		var senders, workers sync.WaitGroup
		workers.Go(func() {
			for range work {
				received.Add(1)
			}
		})
		for range 4 {
			senders.Go(func() {
				for d.Enter() {
					work <- 1 // panics if closed
					sent.Add(1)
					d.Leave()
				}
			})
		}
		if err := d.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		close(work)
		workers.Wait()
		senders.Wait()
		if sent.Load() != received.Load() {
			t.Fatalf("%d sent, %d received", sent.Load(), received.Load())
		}
	}
}
