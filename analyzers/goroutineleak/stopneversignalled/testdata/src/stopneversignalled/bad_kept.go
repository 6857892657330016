package stopneversignalled

import "sync"

type tenants struct {
	mu     sync.Mutex
	queues map[string]chan func()
}

func (t *tenants) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	q := make(chan func(), 8)
	t.queues[name] = q
	go func() {
		for job := range q { // want `goroutine started at line \d+ cannot be stopped: it returns only after a stop signal, and nothing closes q`
			job()
		}
	}()
}

// remove forgets the queue, and leaves its goroutine.
func (t *tenants) remove(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.queues, name)
}
