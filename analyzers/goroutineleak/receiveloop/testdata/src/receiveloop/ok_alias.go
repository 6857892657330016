package receiveloop

import (
	"net"
	"time"
)

// An echo server has its socket in two fields, and sets the deadline by the one that is an interface.
type echoServer struct {
	conn interface{ SetReadDeadline(time.Time) error }
	udp  *net.UDPConn
	stop chan struct{}
}

func (e *echoServer) run() {
	buffer := make([]byte, 512)
	for {
		select {
		case <-e.stop:
			return
		default:
			if err := e.conn.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
				return
			}
			n, addr, err := e.udp.ReadFromUDP(buffer)
			if err != nil {
				continue
			}
			e.udp.WriteToUDP(buffer[:n], addr)
		}
	}
}

func (e *echoServer) Start() { go e.run() }
func (e *echoServer) Stop()  { close(e.stop) }
