package stopoverwritten

import (
	"context"
	"log"
	"sync"
)

type rows interface {
	Watch(ctx context.Context, query string, row func(string)) error
}

// Close ends the last watch alone.
type watcher struct {
	mu     sync.Mutex
	src    rows
	cancel context.CancelFunc
}

func (w *watcher) SetQuery(query string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel // want `goroutine started at line 25 can no longer be stopped after a second call of SetQuery, which overwrites w.cancel, and nothing calls it before`
	go func() {
		if err := w.src.Watch(ctx, query, func(string) {}); err != nil && ctx.Err() == nil {
			log.Print(err)
		}
	}()
}

func (w *watcher) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		w.cancel()
	}
}
