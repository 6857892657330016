package doubleclose

import "github.com/pion/webrtc/v4"

// There may be only one such event.
func connectedEvent(pc *webrtc.PeerConnection) <-chan struct{} {
	done := make(chan struct{})
	pc.OnConnectionStateChange(func(s webrtc.PeerConnectionState) {
		if s == webrtc.PeerConnectionStateClosed {
			close(done) // want `the second close panics`
		}
	})
	return done
}
