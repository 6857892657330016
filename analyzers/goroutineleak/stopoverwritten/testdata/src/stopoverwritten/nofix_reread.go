package stopoverwritten

import "context"

type rereadPoller struct {
	ctx    context.Context
	cancel context.CancelFunc
	poll   func()
}

// The method reads the field itself.
func (p *rereadPoller) run() {
	for p.ctx.Err() == nil { // want `the goroutine started at line 21 may miss its own end: it reads p.ctx in each pass`
		p.poll()
	}
}

func (p *rereadPoller) restart() {
	p.cancel()
	p.ctx, p.cancel = context.WithCancel(context.Background())
	go p.run()
}

// The channel is that of another goroutine, which is started later.
type pinger struct {
	retry, stop chan struct{}
	ping        func() error
}

func (p *pinger) connect() {
	p.retry = p.withRetry()
	p.stop = make(chan struct{})
	go func(stop <-chan struct{}) {
		for {
			select {
			case <-stop:
				return
			default:
				_ = p.ping()
			}
		}
	}(p.stop)
}

func (p *pinger) withRetry() chan struct{} {
	retry := make(chan struct{})
	go func() {
		for {
			select {
			case <-retry:
				return
			case <-p.stop: // want `the goroutine started at line \d+ may miss its own end: it reads p.stop in each pass, and close sets that to nil at line \d+ as soon as it has ended it`
				return
			default:
				_ = p.ping()
			}
		}
	}()
	return retry
}

func (p *pinger) close() {
	close(p.stop)
	p.stop = nil
}
