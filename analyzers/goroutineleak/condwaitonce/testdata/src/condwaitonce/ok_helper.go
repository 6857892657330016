package condwaitonce

import "errors"

// takeOne leaves where the method says that there is still nothing.
func (b *batches) takeOne() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.idle() {
		b.ready.Wait()
	}
	if b.idle() || b.closed && len(b.items) == 0 {
		return "", errors.New("closed, or another one was faster")
	}
	item := b.items[0]
	b.items = b.items[1:]
	return item, nil
}
