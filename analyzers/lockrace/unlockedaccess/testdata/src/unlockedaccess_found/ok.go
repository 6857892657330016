package unlockedaccess_found

import "context"

// Wait reads what was written before the channel of the object was closed.
func (q *queue) Wait(id string) error {
	q.mu.Lock()
	t := q.running[id]
	q.mu.Unlock()
	if t == nil {
		return nil
	}
	<-t.done
	return t.err
}

// Fail writes before it closes the channel.
func (q *queue) Fail(id string, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.running[id]
	t.err = err
	close(t.done)
}

// Take removes the object from the container: no other goroutine finds it.
func (q *queue) Take(id string) error {
	q.mu.Lock()
	t := q.running[id]
	delete(q.running, id)
	q.mu.Unlock()
	return t.err
}

// Pop removes it in another method.
func (q *queue) Pop() error {
	q.mu.Lock()
	t := q.list[0]
	q.remove()
	q.mu.Unlock()
	return t.err
}

func (q *queue) remove() { q.list = q.list[1:] }

// Failed reads under the lock that its caller holds.
func (q *queue) Failed(id string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return failed(q.running[id])
}

func failed(t *task) bool { return t.err != nil }

// Name is set before the object is put into the container.
func (q *queue) Name(id string) string {
	q.mu.Lock()
	t := q.running[id]
	q.mu.Unlock()
	return t.name
}

// Add makes the object ready.
func (q *queue) Add(t *task, name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	t.name = name
	q.running[name] = t
	q.list = append(q.list, t)
}

// WaitFor reads in the case of the channel that is closed after the write.
func (q *queue) WaitFor(ctx context.Context, id string) error {
	q.mu.Lock()
	t := q.running[id]
	q.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
		return t.err
	}
}
