package unboundedwait

import (
	"bufio"
	"net"
	"sync"
)

// Nothing closes the connections that are open when it stops.
type spout struct {
	ln      net.Listener
	done    chan struct{}
	readers sync.WaitGroup
}

func (s *spout) Start() {
	s.readers.Add(1)
	go s.accept()
}

func (s *spout) Stop() {
	close(s.done)
	s.ln.Close()
	s.readers.Wait()
}

func (s *spout) accept() {
	defer s.readers.Done()
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return
		}
		s.readers.Add(1)
		go func() { // want `the wait in Stop \(line 24\) ends when the last client has left: the goroutine started here serves a connection that nothing closes when it stops`
			defer s.readers.Done()
			s.read(conn)
		}()
	}
}

func (s *spout) read(conn net.Conn) {
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		println(lines.Text())
	}
}
