package endlesshandler

import (
	"sync"

	"google.golang.org/grpc"
)

// What generated code makes of a stream on which the server sends.
type priceStream interface {
	Send(price int) error
	grpc.ServerStream
}

type prices struct {
	mu   sync.Mutex
	subs map[chan int]bool
}

func (p *prices) subscribe() (chan int, func()) {
	ch := make(chan int, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.subs[ch] = true
	return ch, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.subs, ch)
	}
}

func (p *prices) set(price int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ch := range p.subs {
		select {
		case ch <- price:
		default:
		}
	}
}

func (p *prices) Watch(symbol string, stream priceStream) error {
	ch, cancel := p.subscribe()
	defer cancel()
	for price := range ch { // want `handler keeps waiting for ch when its client has left: nothing closes the channel, and the handler does not watch the context of its request`
		if err := stream.Send(price); err != nil {
			return err
		}
	}
	return nil
}
