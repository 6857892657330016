// Package webrtc stands for the real one.
package webrtc

type DataChannel struct{}

type DataChannelMessage struct{ Data []byte }

func (d *DataChannel) OnMessage(f func(msg DataChannelMessage)) {}

type PeerConnection struct{}

type PeerConnectionState int

const (
	PeerConnectionStateConnected PeerConnectionState = iota + 1
	PeerConnectionStateClosed
)

func (pc *PeerConnection) OnConnectionStateChange(f func(PeerConnectionState)) {}
