package receiveloop_open

import "net"

type twin struct{ pc net.PacketConn }

// Close ends the read, whatever the loop asks.
func (t *twin) serve(stop <-chan struct{}, buf []byte) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		if _, _, err := t.pc.ReadFrom(buf); err != nil {
			return
		}
	}
}

func (t *twin) Close() error { return t.pc.Close() }
