package blockedsend

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// The goroutine sends when it has been handed a request, and each is waited for.
type asked struct {
	record string
	done   chan error
}

func consume(next func() (string, error)) error {
	one := asked{done: make(chan error)}
	requests := make(chan *asked)
	defer close(requests)
	go answer(requests)
	for {
		record, err := next()
		if err != nil {
			return err
		}
		one.record = record
		requests <- &one
		if err := <-one.done; err != nil {
			println(err.Error())
		}
	}
}

func answer(requests chan *asked) {
	for r := range requests {
		println(r.record)
		r.done <- nil
	}
}

// Who only looks at a request answers none.
type entry struct {
	sent  int64
	reply chan string
}

type batcher struct {
	entries chan *entry
	closed  chan struct{}
}

func (b *batcher) run() {
	for e := range b.entries {
		e.answer("done")
	}
}

func (e *entry) answer(text string) { e.reply <- text }

func (b *batcher) do(ctx context.Context) (string, error) {
	e := &entry{reply: make(chan string, 1)}
	select {
	case b.entries <- e:
	case <-b.closed:
		return "", errors.New("closed")
	}
	select {
	case text := <-e.reply:
		return text, nil
	case <-ctx.Done():
		return "", errors.New(progress(e))
	}
}

func progress(e *entry) string { return fmt.Sprint("sent ", atomic.LoadInt64(&e.sent)) }

func newBatcher() *batcher {
	b := &batcher{entries: make(chan *entry), closed: make(chan struct{})}
	go b.run()
	return b
}
