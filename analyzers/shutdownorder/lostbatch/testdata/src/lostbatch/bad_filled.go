package lostbatch

import (
	"context"
	"log"
	"sync"
	"time"
)

// Other goroutines add to the buffer that the loop stores.
type recorder struct {
	mu   sync.Mutex
	buf  []record
	quit chan struct{}
}

func (r *recorder) Add(rec record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.buf = append(r.buf, rec)
}

func (r *recorder) loop(tick <-chan time.Time) {
	for {
		select {
		case <-r.quit:
			return // want `what r.buf has collected is lost: the loop ends here without r.flush\(ctx\), which hands it on at line \d+`
		case <-tick:
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			if err := r.flush(ctx); err != nil {
				log.Print(err)
			}
			cancel()
		}
	}
}

func (r *recorder) flush(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, rec := range r.buf {
		if err := storeWith(ctx, rec); err != nil {
			return err
		}
	}
	r.buf = r.buf[:0]
	return nil
}

func storeWith(context.Context, ...record) error { return nil }

// A full buffer is stored by Add, and what is left at the end is not.
type batches struct {
	buf []record
}

func (b *batches) add(rec record) {
	b.buf = append(b.buf, rec)
	if len(b.buf) > 100 {
		b.write()
	}
}

func (b *batches) run(ctx context.Context, tick <-chan time.Time) {
	for {
		select {
		case <-tick:
			b.write()
		case <-ctx.Done():
			return // want `what b.buf has collected is lost: the loop ends here without b.write\(\)`
		}
	}
}

func (b *batches) write() {
	if err := storeWith(context.Background(), b.buf...); err != nil {
		log.Print(err)
	}
	b.buf = nil
}
