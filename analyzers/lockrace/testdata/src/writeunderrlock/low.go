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
	c.at[reader]++ // want `c.at is written while c.mu is held`
	return c.at[reader]
}
