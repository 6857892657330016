package relayoutlivescall

import (
	"io"
	"net"
)

type sink struct{ done chan struct{} }

func newSink() *sink { return &sink{done: make(chan struct{})} }

func (s *sink) Close() { close(s.done) }

// serve keeps each of its connections until the sink is closed.
func (s *sink) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	go func() { // want `goroutine stays after serve has returned, one for each call: it waits for s.done, and keeps conn`
		<-s.done
		conn.Close()
	}()
	io.Copy(io.Discard, conn)
}
