// Package slowreceiver drops the clients that do not read.
package slowreceiver

import "context"

type client struct{ out chan []byte }

type hub struct {
	join, leave chan *client
	cast        chan []byte
}

func (h *hub) run(ctx context.Context) {
	clients := make(map[*client]struct{})
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-h.join:
			clients[c] = struct{}{}
		case c := <-h.leave:
			delete(clients, c)
		case msg := <-h.cast:
			for c := range clients {
				select {
				case c.out <- msg:
				default: // its buffer is full
					delete(clients, c)
				}
			}
		}
	}
}
