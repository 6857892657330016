package unlockedaccess_found

import "context"

// Try reads in the case of another channel: nothing says that the write has happened.
func (q *queue) Try(ctx context.Context, id string) error {
	q.mu.Lock()
	t := q.running[id]
	q.mu.Unlock()
	select {
	case <-ctx.Done():
		return t.err // want `data race with .*ok\.go:\d+, which holds q\.mu: t\.err is read after its release`
	case <-t.done:
		return nil
	}
}
