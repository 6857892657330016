package listenerrordropped_accept

import (
	"log"
	"net"
	"sync"
	"sync/atomic"
)

type server struct {
	ln      net.Listener
	handle  func(net.Conn)
	closing atomic.Bool
	quit    chan struct{}
	wg      sync.WaitGroup
}

func (s *server) Start() {
	s.wg.Add(1)
	go s.acceptLoop()
	go s.acceptUntilQuit()
	go func() {
		for {
			conn, err := s.ln.Accept() // want `a passing error, as that of too many open files, ends s\.ln\.Accept for good, and the process runs on: the loop ends at line 27, and the error is dropped`
			if err != nil {
				log.Print(err)
				break
			}
			go s.handle(conn)
		}
	}()
}

func (s *server) acceptLoop() {
	defer s.wg.Done()
	for {
		conn, err := s.ln.Accept() // want `a passing error, as that of too many open files, ends s\.ln\.Accept for good`
		if s.closing.Load() {
			if err == nil {
				conn.Close()
			}
			return
		}
		if err != nil {
			log.Printf("accept: %v", err)
			return
		}
		go s.handle(conn)
	}
}

func (s *server) acceptUntilQuit() {
	for {
		conn, err := s.ln.Accept() // want `a passing error`
		if err != nil {
			select {
			case <-s.quit:
				return
			default:
				log.Print(err)
				return
			}
		}
		go s.handle(conn)
	}
}
