package missedwakeup

import "sync"

type woken struct {
	mu      sync.Mutex
	cond    *sync.Cond
	n       int
	closed  bool
	paused  bool
	started bool
}

func newWoken() *woken {
	w := &woken{started: true}
	w.paused = false // nobody waits yet
	w.cond = sync.NewCond(&w.mu)
	return w
}

func (w *woken) wait() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.n == 0 && !w.closed || w.paused {
		w.cond.Wait()
	}
	w.n-- // the other direction
}

func (w *woken) add() {
	w.mu.Lock()
	w.n++
	w.mu.Unlock()
	w.cond.Signal()
}

// A helper wakes them.
func (w *woken) close() {
	w.mu.Lock()
	defer w.wake()
	w.closed = true
}

func (w *woken) wake() {
	w.mu.Unlock()
	w.cond.Broadcast()
}

// The caller wakes them.
func (w *woken) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.setPaused()
	w.cond.Broadcast()
}

func (w *woken) setPaused() { w.paused = false }

// A pause lets nobody continue.
func (w *woken) pause() {
	w.mu.Lock()
	w.paused = true
	w.mu.Unlock()
}

// A variable stands for the condition.
func (w *woken) aliased() {
	c := w.cond
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	c.Broadcast()
}
