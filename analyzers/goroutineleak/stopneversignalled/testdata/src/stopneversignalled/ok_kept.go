package stopneversignalled

import "sync"

type rooms struct {
	mu     sync.Mutex
	queues map[string]chan func()
}

func (r *rooms) add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := make(chan func(), 8)
	r.queues[name] = q
	go func() {
		for job := range q {
			job()
		}
	}()
}

func (r *rooms) remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if q, ok := r.queues[name]; ok {
		close(q)
	}
	delete(r.queues, name)
}
