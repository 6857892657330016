package blockedsend

import "context"

// The receiver leaves with the context of both, for which the sender looks, too.
type tunnel struct {
	ctx   context.Context
	start chan struct{}
	work  chan int
}

func newTunnel(ctx context.Context) *tunnel {
	t := &tunnel{ctx: ctx, start: make(chan struct{}), work: make(chan int)}
	go t.events()
	go t.keep()
	return t
}

func (t *tunnel) events() {
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-t.start:
			println("start")
		}
	}
}

func (t *tunnel) keep() {
	t.start <- struct{}{} // want `send on t\.start blocks forever after events, its receiver, leaves the loop at line \d+`
	for {
		select {
		case <-t.ctx.Done():
			return
		case n := <-t.work:
			println(n)
		}
	}
}
