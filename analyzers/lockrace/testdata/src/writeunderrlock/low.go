package writeunderrlock

func (g *Gate) enter() {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if !g.closed {
		g.n++ // want `g.n is written while g.mu is held for reading only`
	}
}

func (c *cursors) next(reader int) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.at[reader]++ // want `c.at is written while c.mu is held`
	return c.at[reader]
}
