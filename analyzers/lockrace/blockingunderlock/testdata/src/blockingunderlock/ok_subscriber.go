package blockingunderlock

import "sync"

// Who does not receive is passed over.
type topic struct {
	mu    sync.Mutex
	subs  map[chan string]bool
	lines map[string]chan string
}

func (t *topic) Leave(ch chan string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.subs, ch)
}

func (t *topic) Publish(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for ch := range t.subs {
		select {
		case ch <- text:
		default:
		}
	}
}

// The receiver goes on until the channel is closed.
func (t *topic) Open(name string) {
	line := make(chan string)
	go func() {
		for text := range line {
			println(text)
		}
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines[name] = line
}

func (t *topic) Say(name, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines[name] <- text
}

func (t *topic) Shut(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.lines[name])
	delete(t.lines, name)
}

// The copy is sent to when the lock is released.
func (t *topic) Copy(text string) {
	t.mu.Lock()
	var all []chan string
	for ch := range t.subs {
		all = append(all, ch)
	}
	t.mu.Unlock()
	for _, ch := range all {
		ch <- text
	}
}
