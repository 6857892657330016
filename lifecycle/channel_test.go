package lifecycle

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

func filled(values ...int) chan int {
	ch := make(chan int, len(values)+1)
	for _, v := range values {
		ch <- v
	}
	return ch
}

func endedContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestRecvUntilClosed(t *testing.T) {
	t.Parallel()
	ch := filled(1, 2, 3)
	close(ch)
	got := slices.Collect(Recv(context.Background(), ch))
	if !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("got %v, want what was buffered before the close", got)
	}
}

func TestRecvEndedContextTakesNothing(t *testing.T) {
	t.Parallel()
	for range 1000 { // select alone would take a value every other time
		ch := filled(1)
		for v := range Recv(endedContext(), ch) {
			t.Fatalf("got %d after the context had ended", v)
		}
		if len(ch) != 1 {
			t.Fatal("a value was taken and lost")
		}
	}
}

func TestRecvStopsWhereTheBodyCancels(t *testing.T) {
	t.Parallel()
	for range 200 {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		ch := filled(1, 2, 3)
		n := 0
		for range Recv(ctx, ch) {
			n++
			cancel()
		}
		if n != 1 || len(ch) != 2 {
			t.Fatalf("%d values seen, %d left; want 1 and 2", n, len(ch))
		}
	}
}

func TestRecvEarlyBreakLeavesTheRest(t *testing.T) {
	t.Parallel()
	ch := filled(1, 2, 3)
	seq := Recv(context.Background(), ch)
	for range seq {
		break
	}
	if len(ch) != 2 {
		t.Errorf("%d left after break, want 2", len(ch))
	}
	for v := range seq { // a Recv can be ranged over again
		if v != 2 {
			t.Errorf("got %d, want 2", v)
		}
		return
	}
}

func TestRecvBodyControlFlow(t *testing.T) {
	t.Parallel()
	find := func() int {
	outer:
		for range 3 {
			for v := range Recv(context.Background(), filled(1, 2, 3)) {
				switch v {
				case 1:
					continue
				case 2:
					continue outer
				}
			}
		}
		for v := range Recv(context.Background(), filled(7)) {
			return v
		}
		return 0
	}
	if got := find(); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
}

func TestRecvNilChannelWaitsForContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	for range Recv[int](ctx, nil) {
		t.Error("a nil channel has no values")
	}
	if ctx.Err() == nil {
		t.Error("returned before the context ended")
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	ch := make(chan int, 1)
	if err := Send(context.Background(), ch, 1); err != nil || <-ch != 1 {
		t.Errorf("error %v", err)
	}
	for range 1000 {
		if err := Send(endedContext(), ch, 1); !errors.Is(err, context.Canceled) || len(ch) != 0 {
			t.Fatalf("sent although the context had ended (error %v)", err)
		}
	}
}

func TestSendGivesUp(t *testing.T) {
	t.Parallel()
	for name, ch := range map[string]chan int{"full": make(chan int), "nil": nil} {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		if err := Send(ctx, ch, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s channel: error %v", name, err)
		}
		cancel()
	}
}

func TestSendClosedChannelPanics(t *testing.T) {
	t.Parallel()
	ch := make(chan int)
	close(ch)
	defer func() {
		if recover() == nil {
			t.Error("a send on a closed channel went unnoticed")
		}
	}()
	_ = Send(context.Background(), ch, 1)
}
