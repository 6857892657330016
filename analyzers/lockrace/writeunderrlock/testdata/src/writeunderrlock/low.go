package writeunderrlock

func (c *cursors) next(reader int) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.at[reader]++ // want `data race with other readers: c\.at is written while c\.mu is only read-locked, since line \d+; 2 of 3 writes hold it for writing`
	return c.at[reader]
}
