package doubleclose

import (
	"sync"
	"sync/atomic"

	"github.com/nats-io/nats.go"
	"github.com/pion/webrtc/v4"
)

// Nope. A Once closes it.
func onceReplyEvent(nc *nats.Conn, subject string) {
	done, once := make(chan struct{}), sync.Once{}
	nc.Subscribe(subject, func(m *nats.Msg) {
		once.Do(func() { close(done) })
	})
	<-done
}

// Nope. The flag is set with it.
func flaggedEvent(d *webrtc.DataChannel) {
	done, closed := make(chan struct{}), false
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		if len(msg.Data) == 0 && !closed {
			closed = true
			close(done)
		}
	})
	<-done
}

// Nope. The flag is asked before.
func flaggedBeforeEvent(d *webrtc.DataChannel) {
	done, closed := make(chan struct{}), false
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		if closed {
			return
		}
		closed = true
		close(done)
	})
	<-done
}

// Nope. The swap succeeds once.
func swappedEvent(d *webrtc.DataChannel) {
	var closed atomic.Bool
	done := make(chan struct{})
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		if closed.CompareAndSwap(false, true) {
			close(done)
		}
	})
	<-done
}

// Nope. The channel is polled.
func polledEvent(d *webrtc.DataChannel) {
	done := make(chan struct{})
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		select {
		case <-done:
		default:
			close(done)
		}
	})
	<-done
}

// Nope. The channel is set to nil.
func nilledEvent(d *webrtc.DataChannel) {
	done := make(chan struct{})
	wait := done
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		if done != nil {
			close(done)
			done = nil
		}
	})
	<-wait
}

// Nope. The count is equal once.
func countedEvent(d *webrtc.DataChannel, most int) {
	done, n := make(chan struct{}), 0
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		n++
		if n == most {
			close(done)
		}
	})
	<-done
}

// Nope. Each message has a channel of its own.
func eachEvent(d *webrtc.DataChannel, handle func([]byte, chan struct{})) {
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		done := make(chan struct{})
		go handle(msg.Data, done)
		close(done)
	})
}
