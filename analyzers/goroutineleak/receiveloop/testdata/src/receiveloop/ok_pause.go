package receiveloop

import (
	"log"
	"net"
	"os"
	"time"
)

// Nope. It pauses, as net/http does.
func paused(ln net.Listener, serve func(net.Conn)) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			log.Print(err)
			time.Sleep(50 * time.Millisecond)
			continue
		}
		go serve(conn)
	}
}

type mouse struct {
	path string
	file *os.File
	quit chan struct{}
}

// Nope. It is opened again.
func (m *mouse) listen() {
	buf := make([]byte, 8)
	for {
		select {
		case <-m.quit:
			return
		default:
		}
		n, err := m.file.Read(buf)
		if err != nil {
			m.reopen()
			continue
		}
		log.Print(buf[:n])
	}
}

func (m *mouse) reopen() {
	if f, err := os.Open(m.path); err == nil {
		m.file = f
	}
}

// Nope. The function of the package pauses.
func (m *mouse) poll() {
	buf := make([]byte, 8)
	for {
		n, err := m.file.Read(buf)
		if err != nil {
			m.wait(err)
			continue
		}
		log.Print(buf[:n])
	}
}

func (m *mouse) wait(err error) {
	log.Print(err)
	m.later()
}

func (m *mouse) later() { time.Sleep(time.Second) }
