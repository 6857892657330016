package limited

import "github.com/gorilla/websocket"

type peer struct{ ws *websocket.Conn }

// The connections come from another package.
func (p *peer) listen(handle func([]byte)) {
	for {
		_, m, err := p.ws.ReadMessage() // want `p.ws.ReadMessage has no deadline`
		if err != nil {
			return
		}
		handle(m)
	}
}
