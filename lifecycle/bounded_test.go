//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var wg sync.WaitGroup
		wg.Go(func() { time.Sleep(time.Second) })
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start := time.Now()
		if err := Wait(ctx, &wg); err != nil || time.Since(start) != time.Second {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		wg.Go(func() { time.Sleep(time.Hour) })
		if err := Wait(ctx, &wg); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 10*time.Second {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		if err := Wait(ctx, &wg); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("ended context: error %v", err)
		}
		wg.Wait()
	})
}

// panicker is a thing to wait for that passes on the panic of its worker.
type panicker struct{}

func (panicker) Wait() { panic(io.EOF) }

func TestWaitPassesPanicsOn(t *testing.T) {
	t.Parallel()
	defer func() {
		if p, ok := recover().(*PanicError); !ok || p.Value != io.EOF {
			t.Errorf("recovered %v", p)
		}
	}()
	_ = Wait(context.Background(), panicker{})
}

func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := Within(time.Minute, func() { time.Sleep(time.Second) }); err != nil || time.Since(start) != time.Second {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		if err := Within(time.Second, func() { time.Sleep(time.Minute) }); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 2*time.Second {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		if err := Within(time.Second, runtime.Goexit); err != nil {
			t.Errorf("Goexit: error %v", err)
		}
		for _, d := range []time.Duration{0, -time.Second} {
			ran := make(chan struct{})
			err := Within(d, func() { time.Sleep(time.Second); close(ran) })
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("within %v: error %v", d, err)
			}
			<-ran // it was started all the same
		}
		time.Sleep(time.Hour)
	})
}

func TestWithinDeferredKeepsUnwinding(t *testing.T) {
	t.Parallel()
	cleaned := false
	defer func() {
		if recover() == nil || !cleaned {
			t.Errorf("a panic in a deferred call was swallowed; next deferred call ran: %v", cleaned)
		}
	}()
	defer func() { cleaned = true }()
	defer Within(time.Minute, func() { panic("x") })
}

func TestWithLock(t *testing.T) {
	t.Parallel()
	var mu sync.RWMutex
	func() {
		defer func() { _ = recover() }()
		WithLock(&mu, func() {
			if mu.TryLock() {
				t.Error("not locked")
			}
			panic("x")
		})
	}()
	if !mu.TryLock() {
		t.Error("not unlocked after a panic")
	}
}
