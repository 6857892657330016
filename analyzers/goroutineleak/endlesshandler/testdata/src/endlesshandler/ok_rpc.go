package endlesshandler

import "google.golang.org/grpc"

// The handler watches the context of the stream.
func (p *prices) Follow(symbol string, stream priceStream) error {
	ch, cancel := p.subscribe()
	defer cancel()
	for {
		select {
		case <-stream.Context().Done():
			return stream.Context().Err()
		case price := <-ch:
			if err := stream.Send(price); err != nil {
				return err
			}
		}
	}
}

// A stream in both directions fails when the client has left.
type chatStream interface {
	Send(text string) error
	Recv() (string, error)
	grpc.ServerStream
}

func (p *prices) Chat(stream chatStream) error {
	ch, cancel := p.subscribe()
	defer cancel()
	for price := range ch {
		if _, err := stream.Recv(); err != nil {
			return err
		}
		if err := stream.Send(string(rune(price))); err != nil {
			return err
		}
	}
	return nil
}
