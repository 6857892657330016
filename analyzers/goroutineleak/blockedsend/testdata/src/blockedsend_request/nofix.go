package blockedsend

import (
	"context"
	"sync"
)

// A subscriber receives in a loop: a buffer of one would be no repair.
type topics struct {
	mu   sync.Mutex
	subs map[string]chan string
}

func newTopics(in <-chan string) *topics {
	t := &topics{subs: make(map[string]chan string)}
	go func() {
		for m := range in {
			t.mu.Lock()
			ch := t.subs[m]
			t.mu.Unlock()
			if ch != nil {
				ch <- m // want `send on ch blocks forever when Follow, which receives it, stops waiting`
			}
		}
	}()
	return t
}

func (t *topics) Follow(ctx context.Context, name string, each func(string)) {
	ch := make(chan string)
	t.mu.Lock()
	t.subs[name] = ch
	t.mu.Unlock()
	for {
		select {
		case m := <-ch:
			each(m)
		case <-ctx.Done():
			return
		}
	}
}
