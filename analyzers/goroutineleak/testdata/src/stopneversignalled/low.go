package stopneversignalled

import "log"

// Nothing can end the workers, and the owner has no method for it either.
type kitchen struct{ orders chan string }

func newKitchen(n int) *kitchen {
	c := &kitchen{orders: make(chan string)}
	for range n {
		go func() {
			for order := range c.orders { // want `nothing ever closes c.orders: the goroutine started at line 11 has no other way out and can never be stopped`
				log.Print(order)
			}
		}()
	}
	return c
}

func (c *kitchen) place(order string) { c.orders <- order }
