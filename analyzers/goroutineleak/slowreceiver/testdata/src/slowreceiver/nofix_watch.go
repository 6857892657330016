package slowreceiver

import "sync"

type config struct{ name string }

type watcher struct {
	mu   sync.Mutex
	subs []chan *config
	byID map[string]chan *config
	once []chan *config
}

func (w *watcher) Subscribe() <-chan *config {
	ch := make(chan *config, 1)
	w.mu.Lock()
	w.subs = append(w.subs, ch)
	w.mu.Unlock()
	return ch
}

func (w *watcher) Reload(c *config) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, ch := range w.subs {
		ch <- c // want `one receiver that does not read blocks all others: the send on ch waits for it`
	}
}

func (w *watcher) Named(id string) chan *config {
	ch := make(chan *config, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.byID[id] = ch
	return ch
}

func (w *watcher) Tell(c *config) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, ch := range w.byID {
		ch <- c // want `one receiver that does not read blocks all others: the send on ch waits for it`
	}
}

// Each that waits gets one message.
func (w *watcher) Next() <-chan *config {
	ch := make(chan *config, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.once = append(w.once, ch)
	return ch
}

func (w *watcher) Now(c *config) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, ch := range w.once {
		ch <- c
	}
	w.once = nil
}
