// Package worker has what has to be stopped.
package worker

import "time"

type Worker struct {
	stop chan struct{}
	n    int
}

func New() *Worker {
	w := &Worker{stop: make(chan struct{})}
	go w.run()
	return w
}

func (w *Worker) run() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			w.n++
		case <-w.stop:
			return
		}
	}
}

func (w *Worker) Stop() { close(w.stop) }

func (w *Worker) Total() int { return 1 }
