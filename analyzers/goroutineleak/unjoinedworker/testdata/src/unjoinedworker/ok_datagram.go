package main

import (
	"bytes"
	"encoding/json"
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

// What is encoded goes to memory.
type sampler struct {
	stop chan struct{}
	last int
}

func (s *sampler) Start() {
	go s.loop()
}

func (s *sampler) loop() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-t.C:
			var body bytes.Buffer
			enc := json.NewEncoder(&body)
			enc.Encode(s.last)
			s.last = body.Len()
		}
	}
}

func (s *sampler) Stop() {
	close(s.stop)
}
