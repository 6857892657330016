package closebeforedrain

import "sync"

// Callers may have returned before Close.
type Ledgers[T any] struct {
	mu    sync.Mutex
	books map[string]chan T
}

func (l *Ledgers[T]) Open(name string) <-chan T {
	book := make(chan T, 16)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.books[name] = book
	return book
}

func (l *Ledgers[T]) Write(name string, entry T) {
	l.mu.Lock()
	book := l.books[name]
	l.mu.Unlock()
	if book != nil {
		book <- entry // want `send on closed channel panics: Close closes the channel at line 32, and the send holds no lock after it has read the channel from books at line 21`
	}
}

func (l *Ledgers[T]) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, book := range l.books {
		close(book)
		delete(l.books, name)
	}
}
