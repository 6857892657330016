package unlockedaccess_any

import "sync"

// A method that looks at the count before it takes the lock, and that only a function whose name
// begins with New calls: that one makes a ticket, and not the counter, which others have.
type counter struct {
	mu     sync.Mutex
	issued int
	limit  int
}

var tickets = &counter{limit: 10000}

func (c *counter) issue() *int {
	if c.issued > c.limit { // want `data race with line 24: c.issued is read without c.mu`
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.issued > c.limit {
		return nil
	}
	c.issued++
	n := c.issued
	return &n
}

func NewTicket() *int { return tickets.issue() }
