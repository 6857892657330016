package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"github.com/lifecyclelint/lifecyclelint/lifecycle/lifecycletest"
)

// Under load, while messages are being delivered: every message is settled
// exactly once, and nothing is sent on the closed channel, which would panic.
func TestStopLosesNothing(t *testing.T) {
	lifecycletest.NoLeaks(t)
	b := newBroker()
	c := newConsumer(b, 4, func(_ context.Context, body string) error {
		if body == "2-2" {
			return errors.New("indigestible")
		}
		return nil
	})
	c.start()
	var delivered, third atomic.Int64 // third: publishers whose third message, which may be the one that fails, is out
	var publishers sync.WaitGroup
	for p := range 4 {
		publishers.Add(1)
		go func() {
			defer publishers.Done()
			for n := 0; b.deliver(context.Background(), fmt.Sprint(p, "-", n)); n++ {
				delivered.Add(1)
				if n == 2 {
					third.Add(1)
				}
			}
		}()
	}
	for delivered.Load() < 2000 || third.Load() < 4 {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := c.stop(ctx); err != nil {
		t.Fatal(err)
	}
	b.disconnect(ctx) // to acknowledge anything from now on panics
	publishers.Wait()

	settled := map[string]int{}
	for _, as := range []map[string]int{b.acked, b.nacked} {
		for body, times := range as {
			settled[body] += times
		}
	}
	if len(settled) != int(delivered.Load()) {
		t.Errorf("%d delivered, %d settled", delivered.Load(), len(settled))
	}
	for body, times := range settled {
		if times != 1 {
			t.Errorf("%s was settled %d times", body, times)
		}
	}
	if b.nacked["2-2"] != 1 {
		t.Error("a message that failed was acknowledged")
	}
}

func TestDeliveryAfterStopIsGivenBack(t *testing.T) {
	b := newBroker()
	c := newConsumer(b, 1, func(context.Context, string) error { return nil })
	if err := c.stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	c.start() // as a broker does that has not heard of it yet
	if !b.deliver(context.Background(), "late") || b.nacked["late"] != 1 {
		t.Error("a late message was lost")
	}
}

func TestStopThatTakesTooLong(t *testing.T) {
	b := newBroker()
	release := make(chan struct{})
	c := newConsumer(b, 1, func(context.Context, string) error { <-release; return nil })
	c.start()
	for n := range 3 { // one with the worker, two in the queue
		b.deliver(context.Background(), fmt.Sprint(n))
	}
	short, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	var stuck *lifecycle.StuckError
	if err := c.stop(short); !errors.As(err, &stuck) {
		t.Errorf("error %v, want the worker that is stuck", err)
	}
	close(release)
	if err := c.workers.Stop(context.Background()); err != nil || len(b.acked) != 3 {
		t.Errorf("error %v, %d acknowledged", err, len(b.acked))
	}
}

func TestRun(t *testing.T) {
	lifecycletest.NoLeaks(t)
	lifecycletest.Reset(t)
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan error, 1)
	go func() { result <- run(ctx) }()
	cancel()
	if err := <-result; err != nil {
		t.Error(err)
	}
}
