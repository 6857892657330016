package blockedsend

import "context"

// Nope. The answer goes into a buffer that the caller makes.
type counterService struct {
	requests chan chan int
	done     chan struct{}
}

func newCounterService() *counterService {
	s := &counterService{requests: make(chan chan int), done: make(chan struct{})}
	go s.serve()
	return s
}

func (s *counterService) serve() {
	n := 0
	for {
		select {
		case reply := <-s.requests:
			n++
			reply <- n
		case <-s.done:
			return
		}
	}
}

func (s *counterService) Close() { close(s.done) }

func (s *counterService) Next(ctx context.Context) (int, error) {
	reply := make(chan int, 1)
	select {
	case s.requests <- reply:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case n := <-reply:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Nope. The loop stops waiting as well.
type oracle struct {
	ask    chan struct{}
	answer chan int
	done   chan struct{}
}

func newOracle() *oracle {
	a := &oracle{ask: make(chan struct{}), answer: make(chan int), done: make(chan struct{})}
	go a.serve()
	return a
}

func (a *oracle) serve() {
	for {
		select {
		case <-a.ask:
			select {
			case a.answer <- 1:
			case <-a.done:
				return
			}
		case <-a.done:
			return
		}
	}
}

func (a *oracle) Close() { close(a.done) }

func (a *oracle) Ask(ctx context.Context) int {
	select {
	case a.ask <- struct{}{}:
	case <-a.done:
		return 0
	}
	select {
	case n := <-a.answer:
		return n
	case <-ctx.Done():
		return 0
	}
}
