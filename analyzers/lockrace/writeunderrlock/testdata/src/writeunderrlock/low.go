package writeunderrlock

// It may have n for itself, and nothing else shows that the lock is meant: two doubts, unproven.
func (g *Gate) enter() {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if !g.closed {
		g.n++
	}
}

func (c *cursors) next(reader int) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.at[reader]++ // want `data race with other readers: c\.at is written while c\.mu is only read-locked, since line \d+; 2 of 3 writes hold it for writing`
	return c.at[reader]
}
