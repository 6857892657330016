package blockedreceive

import "context"

// A goroutine that sends would wait in turn.
func firstOf(ctx context.Context, events chan event) (*event, error) {
	first := make(chan *event)
	go pick(ctx, events, first)
	e := <-first // want `receive from first blocks forever when the goroutine started at line \d+ returns at line \d+ without sending or closing`
	return e, nil
}

func pick(ctx context.Context, events chan event, first chan<- *event) {
	for {
		select {
		case e := <-events:
			if e.first {
				first <- &e
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// Made nowhere, and only received from: one that is made would block as well.
type barrier struct {
	open chan struct{}
}

func newBarrier() *barrier {
	g := new(barrier)
	*g = barrier{}
	return g
}

func (g *barrier) wait() {
	go println("waiting")
	<-g.open // want `receive from g\.open blocks forever: g\.open is nil, because nothing is assigned to it \(goroutineleak/blocked-receive\)`
}
