package stopoverwritten

type poller struct {
	stop chan struct{}
}

// Stop may have closed it, so that there is no fix.
func (p *poller) Restart() {
	p.stop = make(chan struct{}) // want `goroutine started at .+ can no longer be stopped: Restart overwrites p\.stop, set at .+, and nothing closes it before`
	go p.run(p.stop)
}

func (p *poller) run(stop chan struct{}) { <-stop }

func (p *poller) Stop() { close(p.stop) }
