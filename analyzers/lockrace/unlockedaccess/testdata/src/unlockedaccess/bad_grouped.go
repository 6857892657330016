package unlockedaccess

import "sync"

type crew struct {
	active uint64
	jobs   map[string]int

	lock struct {
		jobs    sync.RWMutex
		history sync.RWMutex
	}
}

func (c *crew) Add(name string) {
	c.lock.jobs.Lock()
	defer c.lock.jobs.Unlock()
	c.jobs[name]++
	c.active++
}

func (c *crew) Drop(name string) {
	c.lock.jobs.Lock()
	defer c.lock.jobs.Unlock()
	delete(c.jobs, name)
	c.active--
}

func (c *crew) Begin(name string) {
	c.active++ // want `data race with line \d+: c.active is written without c.lock.jobs`
}

func (c *crew) Has(name string) bool {
	_, ok := c.jobs[name] // want `c.jobs is read without c.lock.jobs`
	return ok
}

// Len holds the mutex of the group.
func (c *crew) Len() int {
	c.lock.jobs.RLock()
	defer c.lock.jobs.RUnlock()
	return len(c.jobs)
}
