//leak:pattern Method contract violation (Start without Stop)
//leak:source Uber
//leak:reported goroutineleak/stop-never-called

package cases

import (
	"context"
	"sync"
)

func init() { All["method-contract"] = methodContract }

type worker struct {
	queue chan int
	done  chan struct{}
	once  sync.Once
}

func newWorker() *worker {
	w := &worker{queue: make(chan int), done: make(chan struct{})}
	go w.run()
	return w
}

func (w *worker) run() {
	for {
		select {
		case <-w.queue:
		case <-w.done:
			return
		}
	}
}

func (w *worker) Add(ctx context.Context, item int) {
	select {
	case w.queue <- item:
	case <-ctx.Done():
	}
}

func (w *worker) Stop() { w.once.Do(func() { close(w.done) }) }

func methodContract() {
	w := newWorker()
	for i := range 3 {
		w.Add(context.Background(), i)
	}
}
