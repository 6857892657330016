package blockingunderlock

import (
	"context"
	"sync"
)

type runner interface {
	Run(ctx context.Context, id string) error
}

type work struct {
	id   string
	done bool
}

type board struct {
	mu    sync.Mutex
	queue chan *work
	all   map[string]*work
	run   runner
	wg    sync.WaitGroup
}

func newBoard(run runner, size int) *board {
	return &board{queue: make(chan *work, size), all: make(map[string]*work), run: run}
}

func (b *board) Start(workers int) {
	for i := 0; i < workers; i++ {
		b.wg.Add(1)
		go func() {
			defer b.wg.Done()
			for w := range b.queue {
				b.work(w)
			}
		}()
	}
}

// Those that are queued while others run fill the buffer: the next waits with the lock that the workers need.
func (b *board) Submit(id string) {
	w := &work{id: id}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue <- w // want `b\.queue <- w deadlocks when the channel's buffer is full: it blocks with b\.mu held`
	b.all[id] = w
}

func (b *board) work(w *work) {
	err := b.run.Run(context.Background(), w.id)
	b.mu.Lock()
	defer b.mu.Unlock()
	w.done = err == nil
}
