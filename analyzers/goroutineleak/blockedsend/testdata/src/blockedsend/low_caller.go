package blockedsend

import "context"

// A method that only sends: whether anybody calls it when the pump has stopped is up to
// the callers.
type pump struct{ litres chan int }

func newPump(ctx context.Context) *pump {
	p := &pump{litres: make(chan int)}
	go p.run(ctx)
	return p
}

func (p *pump) run(ctx context.Context) {
	for {
		select {
		case n := <-p.litres:
			println(n)
		case <-ctx.Done():
			return
		}
	}
}

func (p *pump) Add(ctx context.Context, n int) {
	p.litres <- n // want `send on p\.litres blocks forever after run, its receiver, leaves the loop at line \d+ .*low confidence: the function is meant to do so`
}
