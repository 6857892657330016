package stopneversignalled

import (
	"log"
	"slices"
	"sync"
)

// A spot is switched by a goroutine of its own, which ranges over its orders.
type spot struct{ orders chan bool }

func (l *spot) work() {
	for on := range l.orders { // want `goroutine started at line 28 cannot be stopped: it returns only after a stop signal, and nothing closes l\.orders`
		log.Print(on)
	}
}

type house struct {
	mu    sync.Mutex
	spots map[*spot]string
}

func (h *house) install(room string) *spot {
	l := &spot{orders: make(chan bool, 4)}
	h.mu.Lock()
	h.spots[l] = room
	h.mu.Unlock()
	go l.work()
	return l
}

// remove forgets the spot, and its goroutine.
func (h *house) remove(l *spot) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.spots, l)
}

func (h *house) all(on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.spots {
		select {
		case l.orders <- on:
		default:
		}
	}
}

// A blind is kept in a list.
type blind struct{ moves chan int }

type front struct {
	mu     sync.Mutex
	blinds []*blind
}

func (f *front) hang() *blind {
	b := &blind{moves: make(chan int, 4)}
	f.mu.Lock()
	f.blinds = append(f.blinds, b)
	f.mu.Unlock()
	go func() {
		for move := range b.moves { // want `goroutine started at line 63 cannot be stopped: it returns only after a stop signal, and nothing closes b\.moves`
			log.Print(move)
		}
	}()
	return b
}

func (f *front) unhang(b *blind) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.blinds = slices.DeleteFunc(f.blinds, func(other *blind) bool { return other == b })
}

func (f *front) move(by int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range f.blinds {
		b.moves <- by
	}
}
