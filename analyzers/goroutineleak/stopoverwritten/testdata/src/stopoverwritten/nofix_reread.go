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
