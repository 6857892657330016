package blockedsend

import "context"

type queue interface {
	Next(ctx context.Context) (string, error)
}

func Pending(ctx context.Context, q queue) <-chan string {
	ids := make(chan string)
	go func() {
		defer close(ids)
		for {
			id, err := q.Next(ctx)
			if err != nil {
				return
			}
			ids <- id // want `send on ids blocks forever when its receivers have left: the goroutine ends with the call at line 14, and not while it sends`
		}
	}()
	return ids
}

type puller struct{ q queue }

func (p *puller) Pull(ctx context.Context) chan string {
	out := make(chan string)
	go func(out chan string) {
		for {
			if id, err := p.q.Next(ctx); err == nil {
				out <- id // want `send on out blocks forever when its receivers have left`
			} else {
				break
			}
		}
		close(out)
	}(out)
	return out
}
