// Package rounds polls.
package rounds

import "time"

type Poller struct {
	Poll func()
	stop chan struct{}
}

// Run polls at each interval.
func (p *Poller) Run(interval time.Duration) {
	for {
		time.Sleep(interval)
		p.Poll()
	}
}

// RunUntilStop polls until the poller is stopped.
func (p *Poller) RunUntilStop() {
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(time.Second):
			p.Poll()
		}
	}
}

// Beat polls for the life of the process.
func (p *Poller) Beat() {
	for {
		time.Sleep(time.Second)
		p.Poll()
	}
}

// Stop ends RunUntilStop.
func (p *Poller) Stop() { close(p.stop) }
