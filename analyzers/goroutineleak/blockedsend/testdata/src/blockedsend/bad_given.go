package blockedsend

import "context"

// The channel and its receiver belong to the caller, and may end with the same context.
func relayReadings(ctx context.Context, readings <-chan int, out chan<- int) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-readings:
			out <- r * 2 // want `send on out blocks forever when its receivers have left: the goroutine ends with the case at line \d+, and not while it sends`
		}
	}
}

// A default is no receiver.
func generateNumbers(ctx context.Context, out chan<- int) {
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		default:
		}
		out <- n // want `send on out blocks forever when its receivers have left`
	}
}

// The same for a field that a constructor is passed.
type outlet struct {
	ctx context.Context
	out chan<- string
	in  chan string
}

func newOutlet(ctx context.Context, out chan<- string) *outlet {
	return &outlet{ctx: ctx, out: out, in: make(chan string)}
}

func (p *outlet) Offer(line string) {
	select {
	case p.in <- line:
	case <-p.ctx.Done():
	}
}

func (p *outlet) run() {
	for {
		select {
		case <-p.ctx.Done():
			return
		case line := <-p.in:
			p.out <- line // want `send on p.out blocks forever when its receivers have left`
		}
	}
}

func StartOutlet(ctx context.Context, out chan<- string) *outlet {
	p := newOutlet(ctx, out)
	go p.run()
	return p
}
