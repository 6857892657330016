package slowreceiver

import "context"

type metric struct{ name string }

// A Board hands the channels out, and nothing takes them back.
type Board struct {
	register chan chan metric
	publish  chan metric
}

// NewBoard makes one.
func NewBoard() *Board {
	return &Board{register: make(chan chan metric), publish: make(chan metric)}
}

// Run sends what is published to all.
func (b *Board) Run(ctx context.Context) {
	subs := make(map[chan metric]struct{})
	for {
		select {
		case <-ctx.Done():
			for s := range subs {
				close(s)
			}
			return
		case s := <-b.register:
			subs[s] = struct{}{}
		case m := <-b.publish:
			for s := range subs {
				s <- m // want `one receiver that does not read blocks all others`
			}
		}
	}
}

// Subscribe returns a channel for the caller to read from.
func (b *Board) Subscribe(ctx context.Context) (<-chan metric, error) {
	s := make(chan metric, 16)
	select {
	case b.register <- s:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
