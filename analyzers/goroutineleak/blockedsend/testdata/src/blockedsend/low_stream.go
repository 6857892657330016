package blockedsend

import "context"

// Callers get the channel, and may receive from it.
type stream struct{ C chan int }

func newStream(ctx context.Context) *stream {
	s := &stream{C: make(chan int)}
	go func() {
		s.C <- 1 // want `send on s\.C blocks forever after read, its receiver, leaves the loop at line \d+`
	}()
	return s
}

func (s *stream) read(ctx context.Context) {
	for {
		select {
		case <-s.C:
		case <-ctx.Done():
			return
		}
	}
}
