package stopneversignalled

import "log"

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
