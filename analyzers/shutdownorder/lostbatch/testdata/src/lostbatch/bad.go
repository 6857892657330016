package lostbatch

import (
	"context"
	"time"
)

type record struct {
	key   string
	count int
}

func store(list []record) error { return nil }

func write(ctx context.Context, list []record) {}

// The loop returns with whatever the ticker has not come to yet.
func collect(in <-chan record, stop <-chan struct{}) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	var batch []record
	for {
		select {
		case r := <-in:
			batch = append(batch, r)
			if len(batch) == 100 {
				store(batch)
				batch = nil
			}
		case <-ticker.C:
			store(batch)
			batch = nil
		case <-stop:
			return // want `what batch has collected is lost: the loop ends here without store\(batch\), which hands it on at line 27`
		}
	}
}

// The context has ended, and cannot be used for the last write.
func collectUntil(ctx context.Context, in <-chan record, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	batch := make([]record, 0, 100)
	for {
		select {
		case <-ctx.Done():
			return // want `what batch has collected is lost: the loop ends here without write\(ctx, batch\)`
		case r := <-in:
			batch = append(batch, r)
		case <-ticker.C:
			write(ctx, batch)
			batch = batch[:0]
		}
	}
}

// A literal hands it on.
func literal(in <-chan record, done chan struct{}, tick <-chan time.Time) {
	var list []record
	flush := func() {
		if len(list) == 0 {
			return
		}
		store(list)
		list = list[:0]
	}
	for {
		select {
		case r := <-in:
			list = append(list, r)
			if len(list) > 50 {
				flush()
			}
		case <-tick:
			flush()
		case <-done:
			return // want `what list has collected is lost: the loop ends here without flush\(\)`
		}
	}
}

// The senders have gone.
func closed(in <-chan record, tick <-chan time.Time) {
	sums := make(map[string]int)
	for {
		select {
		case r, ok := <-in:
			if !ok {
				return // want `what sums has collected is lost: the loop ends here without report\(sums\)`
			}
			sums[r.key] += r.count
		case <-tick:
			report(sums)
			clear(sums)
		}
	}
}

func report(sums map[string]int) {}

// A Buffer keeps what it collects in a field.
type Buffer struct {
	in      chan record
	quit    chan struct{}
	pending []record
}

func (b *Buffer) Run(tick <-chan time.Time) {
	for {
		select {
		case r := <-b.in:
			b.pending = append(b.pending, r)
			if len(b.pending) >= 10 {
				b.flush()
			}
		case <-tick:
			b.flush()
		case <-b.quit:
			return // want `what b.pending has collected is lost: the loop ends here without b.flush\(\)`
		}
	}
}

func (b *Buffer) flush() {
	for _, r := range b.pending {
		store([]record{r})
	}
	b.pending = nil
}

func (b *Buffer) Close() { close(b.quit) }

// Out of the loop, and no further.
func labelled(in <-chan record, stop <-chan struct{}, tick <-chan time.Time) {
	var batch []record
loop:
	for {
		select {
		case r := <-in:
			batch = append(batch, r)
		case <-tick:
			store(batch)
			batch = nil
		case <-stop:
			break loop // want `what batch has collected is lost`
		}
	}
	println("stopped")
}

// Several items at a time, of any type.
func several[T any](in <-chan []T, stop <-chan struct{}, tick <-chan time.Time, send func([]T)) {
	var batch []T
	for {
		select {
		case list := <-in:
			batch = append(batch, list...)
		case <-tick:
			send(batch)
			batch = nil
		case <-stop:
			return // want `what batch has collected is lost: the loop ends here without send\(batch\)`
		}
	}
}
