package timerdrain

import (
	"context"
	"time"
)

// A batcher flushes when the batch is full, and when its timer fires: that has received the value already.
type batcher struct {
	in    chan string
	delay time.Duration
	timer *time.Timer
	batch []string
}

func (b *batcher) flush(write func([]string)) {
	if !b.timer.Stop() {
		<-b.timer.C // want `receive from b.timer.C blocks forever: the only value was received at line 34, and Stop then returns false`
	}
	write(b.batch)
	b.batch = b.batch[:0]
	b.timer.Reset(b.delay)
}

func (b *batcher) run(ctx context.Context, write func([]string)) {
	b.timer = time.NewTimer(b.delay)
	defer b.timer.Stop()
	for {
		select {
		case item := <-b.in:
			if b.batch = append(b.batch, item); len(b.batch) == cap(b.batch) {
				b.flush(write)
			}
		case <-b.timer.C:
			b.flush(write)
		case <-ctx.Done():
			return
		}
	}
}
