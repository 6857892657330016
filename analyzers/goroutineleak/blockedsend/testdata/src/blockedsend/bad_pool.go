package blockedsend

import (
	"context"
	"log"
	"sync"
)

type thumbnail struct{ from, to string }

// Each picture that cannot be read takes one worker along.
type thumbnails struct {
	todo chan thumbnail
	make func(thumbnail) error
	wg   sync.WaitGroup
}

func newThumbnails(n int, make_ func(thumbnail) error) *thumbnails {
	t := &thumbnails{todo: make(chan thumbnail), make: make_}
	for range n {
		t.wg.Add(1)
		go t.work()
	}
	return t
}

func (t *thumbnails) work() {
	defer t.wg.Done()
	for job := range t.todo {
		if err := t.make(job); err != nil {
			log.Printf("thumbnail of %s: %v", job.from, err)
			return // want `each failed job ends one of the workers started at line 22, and sends on todo block when none is left: the error is only logged, and nothing starts another worker`
		}
	}
}

func (t *thumbnails) Add(ctx context.Context, job thumbnail) error {
	select {
	case t.todo <- job:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
