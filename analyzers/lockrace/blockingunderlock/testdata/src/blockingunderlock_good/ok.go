package blockingunderlock

import "sync"

type worker struct {
	mu    sync.Mutex
	stop  chan struct{}
	done  chan struct{}
	count int
}

func (w *worker) Start() {
	w.stop, w.done = make(chan struct{}), make(chan struct{})
	go w.loop()
}

func (w *worker) loop() {
	defer close(w.done)
	for {
		select {
		case <-w.stop:
			return
		default:
		}
		w.mu.Lock()
		w.count++
		w.mu.Unlock()
	}
}

// The lock is released before the receive.
func (w *worker) Stop() {
	w.mu.Lock()
	close(w.stop)
	w.mu.Unlock()
	<-w.done
}
