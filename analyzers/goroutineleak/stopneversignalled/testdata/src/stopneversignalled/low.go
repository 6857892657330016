package stopneversignalled

import (
	"log"
	"sync"
)

// Nothing can end the workers, and the owner has no method for it either.
type kitchen struct{ orders chan string }

func newKitchen(n int) *kitchen {
	c := &kitchen{orders: make(chan string)}
	for range n {
		go func() {
			for order := range c.orders { // want `goroutine started at line \d+ cannot be stopped: it returns only after a stop signal, and nothing closes c\.orders`
				log.Print(order)
			}
		}()
	}
	return c
}

func (c *kitchen) place(order string) { c.orders <- order }

// What is taken out of a map has nothing to do with the queue.
type bar struct {
	drinks chan string
	mu     sync.Mutex
	guests map[string]int
}

func newBar() *bar {
	b := &bar{drinks: make(chan string), guests: make(map[string]int)}
	go func() {
		for drink := range b.drinks { // want `goroutine started at line \d+ cannot be stopped: it returns only after a stop signal, and nothing closes b\.drinks`
			log.Print(drink)
		}
	}()
	return b
}

func (b *bar) pour(drink string) { b.drinks <- drink }

func (b *bar) leave(guest string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.guests, guest)
}
