package main

import (
	"net"
	"time"
)

// A socket sends datagrams, which may be lost at any time.
type socket interface {
	WriteToUDP(b []byte, addr *net.UDPAddr) (int, error)
}

type puncher struct {
	stop chan struct{}
	conn socket
	peer *net.UDPAddr
}

func (p *puncher) Start() {
	go p.loop()
}

func (p *puncher) loop() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-t.C:
			p.conn.WriteToUDP([]byte("punch"), p.peer)
		}
	}
}

func (p *puncher) Stop() {
	close(p.stop)
}
