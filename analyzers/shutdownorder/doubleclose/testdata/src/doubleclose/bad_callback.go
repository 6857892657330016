package doubleclose

import (
	"io"
	"log"

	"github.com/nats-io/nats.go"
	"github.com/pion/webrtc/v4"
)

// Each message after a failed write fails as well, and so does each one after the last.
func receiveFile(d *webrtc.DataChannel, file io.Writer, size int) {
	complete, total := make(chan struct{}), 0
	d.OnMessage(func(msg webrtc.DataChannelMessage) {
		n, err := file.Write(msg.Data)
		if err != nil {
			log.Print(err)
			close(complete) // want `the second close panics: the function literal at line 14 is called for each event of d.OnMessage, and nothing keeps it from closing complete again`
			return
		}
		total += n
		last := false
		if total >= size {
			last = true
			close(complete)
		}
		if last {
			log.Print("complete")
		}
	})
	<-complete
}

// A second reply may come.
func firstReply(nc *nats.Conn, subject string) []byte {
	var reply []byte
	done := make(chan struct{})
	nc.Subscribe(subject, func(m *nats.Msg) {
		reply = m.Data
		close(done) // want `the second close panics: the function literal at line 38 is called for each event of nc.Subscribe`
	})
	<-done
	return reply
}
