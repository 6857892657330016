package stopoverwritten

// Callers may call it only after Stop.
func (p *poller) Start() {
	p.stop = make(chan struct{}) // want `goroutine started at .+ can no longer be stopped: Start overwrites p\.stop, set at .+, and nothing closes it before`
	go p.run(p.stop)
}
