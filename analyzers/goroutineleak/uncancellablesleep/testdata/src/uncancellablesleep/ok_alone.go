package uncancellablesleep

import (
	"context"
	"time"
)

// The pauses are short.
func (u *uplink) quickly() {
	for u.dial() != nil {
		time.Sleep(50 * time.Millisecond)
	}
}

func breathe(ctx context.Context, work func(context.Context)) {
	work(ctx)
	time.Sleep(10 * time.Millisecond)
	work(ctx)
}

// The context has ended.
func linger(ctx context.Context, last func()) {
	<-ctx.Done()
	time.Sleep(5 * time.Second)
	last()
}

// A case of a select is no pause.
func either(ctx context.Context, work <-chan func()) {
	select {
	case <-time.After(time.Minute):
	case f := <-work:
		f()
	}
	_ = ctx
}
