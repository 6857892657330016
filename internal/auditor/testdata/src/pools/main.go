// Pools takes all signals in one goroutine: one closes the listener, another one fills the pool of
// connections, from which a worker takes.
package main

import (
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	stop   = syscall.SIGTERM
	reload = syscall.SIGUSR1
)

type server struct {
	listener net.Listener
	idle     chan *net.TCPConn
	running  bool
}

func main() {
	l, err := net.Listen("tcp", ":80")
	if err != nil {
		panic(err)
	}
	s := &server{listener: l, idle: make(chan *net.TCPConn, 8), running: true}
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, stop, reload)
	go func() {
		for {
			if got := <-sig; got == stop {
				s.close()
			} else {
				s.fill()
			}
		}
	}()
	go s.check()
	s.run()
}

func (s *server) run() {
	for s.running {
		conn, err := s.listener.Accept()
		if err != nil {
			continue
		}
		go conn.Close()
	}
}

func (s *server) close() {
	s.running = false
	s.listener.Close()
}

func (s *server) fill() { s.idle <- new(net.TCPConn) }

func (s *server) check() {
	for {
		conn := <-s.idle
		_ = conn.SetDeadline(time.Now())
		s.idle <- conn
		time.Sleep(time.Second)
	}
}
