package doubleclose

import "github.com/pion/webrtc/v4"

type transfer struct{ done chan struct{} }

// The channel is in a struct.
func (t *transfer) receive(d *webrtc.DataChannel) {
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		if len(t.part(msg)) == 0 {
			close(t.done) // want `the second close panics`
		}
	})
}

func (t *transfer) part(msg webrtc.DataChannelMessage) []byte { return msg.Data }
