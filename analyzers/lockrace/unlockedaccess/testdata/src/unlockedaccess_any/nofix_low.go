package unlockedaccess_any

func (c *Cluster) Start(load func() *string) {
	c.node = load()
}

func (p *peer) Deliver(r *route) bool {
	to := r.to
	if to == nil || p == to && !to.echo { // want `to.echo is read without to.mu`
		return false
	}
	to.mu.Lock()
	defer to.mu.Unlock()
	to.sent++
	return to.sent < 9
}

// Both set the same two, and nobody does under the lock.
func (c *controller) SetPersister(persist func(string), replicas []string) {
	c.persist, c.replicas = persist, replicas
	c.persist(c.role)
}
