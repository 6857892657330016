package closebeforedrain

import (
	"context"

	"example.com/store"
)

// What the other package does before may be to wait for the loop.
type tail struct {
	lines chan string
	next  func() string
}

func newTail(next func() string) *tail {
	t := &tail{lines: make(chan string), next: next}
	go t.loop()
	return t
}

func (t *tail) loop() {
	for {
		select {
		case t.lines <- t.next():
		}
	}
}

func (t *tail) Close(ctx context.Context) error {
	err := store.Flush(ctx)
	close(t.lines) // want `send on closed channel panics: close\(t\.lines\) does not wait for the goroutine started at line \d+, which sends at line \d+`
	return err
}
