package lockorder

import "sync"

// Each calls the other under its own lock, through an interface.
type neighbour interface{ greet() }

type house struct {
	mu   sync.Mutex
	next neighbour
}

func (h *house) greet() {
	h.mu.Lock() // want `h\.mu\.Lock deadlocks: the goroutine that holds the lock since line \d+ waits for another lock`
	defer h.mu.Unlock()
}

func (h *house) call() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next.greet()
}

func street() {
	left, right := &house{}, &house{}
	left.next, right.next = right, left
	go left.call()
	right.call()
}
