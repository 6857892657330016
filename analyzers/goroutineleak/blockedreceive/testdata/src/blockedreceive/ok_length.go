package blockedreceive

import "context"

// The rest of the queue, as long as it holds something.
type outbox struct {
	in   chan string
	done chan struct{}
}

func newOutbox() *outbox { return &outbox{in: make(chan string, 8), done: make(chan struct{})} }

func (o *outbox) run(ctx context.Context) {
	defer close(o.done)
	for {
		select {
		case s := <-o.in:
			println(s)
		case <-ctx.Done():
			for len(o.in) > 0 {
				println(<-o.in)
			}
			return
		}
	}
}

func relayed(ctx context.Context) {
	o := newOutbox()
	go o.run(ctx)
	<-o.done
}
