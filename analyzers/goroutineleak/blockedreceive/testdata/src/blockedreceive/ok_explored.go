package blockedreceive

import (
	"fmt"
	"net"
	"sync"
)

type receivers struct {
	wg    sync.WaitGroup
	conns []net.PacketConn
}

// receive closes started unless it returns an error.
func (r *receivers) receive(addr string, started chan bool) error {
	conn, err := net.ListenPacket("udp", addr)
	if err != nil {
		return fmt.Errorf("listen %s: %w", addr, err)
	}
	close(started)
	buf := make([]byte, 512)
	for {
		if _, _, err := conn.ReadFrom(buf); err != nil {
			return nil
		}
	}
}

// The goroutine closes started where receive has not.
func (r *receivers) start(addr string) error {
	var failed error
	started := make(chan bool)
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		if err := r.receive(addr, started); err != nil {
			failed = err
			close(started)
			return
		}
	}()
	<-started
	return failed
}
