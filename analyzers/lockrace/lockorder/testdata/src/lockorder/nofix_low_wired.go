package lockorder

import (
	"sync"

	"lockorder/guests"
)

// A lounge is in this package, and not the only one that the book is given.
type lounge struct {
	book *guests.Book

	mu    sync.Mutex
	seats map[string]int
}

func (l *lounge) enter(pass string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.book.Valid(pass) { // want `lock order inversion, which can deadlock: guests.Book.mu is acquired by l.book.Valid while lounge.mu is held since line \d+, and in the opposite order at .*guests.go:\d+; 1 of 2 places have this order`
		l.seats[pass]++
	}
}

func (l *lounge) Recall(pass string) {
	l.mu.Lock()
	delete(l.seats, pass)
	l.mu.Unlock()
}

type silent struct{}

func (silent) Recall(pass string) {}

func openLounge(with bool) *lounge {
	book := guests.NewBook()
	l := &lounge{book: book, seats: make(map[string]int)}
	if with {
		book.SetDesk(l)
	} else {
		book.SetDesk(silent{})
	}
	return l
}
