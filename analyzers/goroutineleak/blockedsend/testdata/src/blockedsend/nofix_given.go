package blockedsend

import "context"

// The loop that ends with the context is the caller's.
type sounder struct {
	host string
	next func(context.Context) (int, error)
}

func (p *sounder) Run(ctx context.Context, out chan<- string) error {
	for {
		n, err := p.next(ctx)
		if err != nil {
			return err
		}
		p.tell(n, out)
	}
}

func (p *sounder) tell(n int, out chan<- string) {
	if n > 0 {
		out <- p.host // want `send on out blocks forever when its receivers have left: the goroutine ends with the call at line \d+, and not while it sends`
	}
}
