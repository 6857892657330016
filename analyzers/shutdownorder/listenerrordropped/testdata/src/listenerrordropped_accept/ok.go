package listenerrordropped_accept

import (
	"errors"
	"log"
	"net"
	"time"
)

func (s *server) StartWell(failed chan<- error, stop func()) {
	go s.pauses()
	go s.looks()
	go s.serve()
	go s.tells(failed)
	go s.stops(stop)
	go func() {
		if err := s.returns(); err != nil {
			log.Fatal(err)
		}
	}()
}

// It pauses after an error, and ends with the listener.
func (s *server) pauses() {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(time.Second)
			continue
		}
		go s.handle(conn)
	}
}

// It looks at the error.
func (s *server) looks() {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			var ne net.Error
			if errors.As(err, &ne) && ne.Timeout() {
				continue
			}
			return
		}
		go s.handle(conn)
	}
}

// The error is passed on, or returned.
func (s *server) tells(failed chan<- error) {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			failed <- err
			return
		}
		go s.handle(conn)
	}
}

func (s *server) returns() error {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return err
		}
		go s.handle(conn)
	}
}

// Something is stopped with it.
func (s *server) stops(stop func()) {
	defer stop()
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return
		}
		go s.handle(conn)
	}
}

// The caller of the loop continues when it has ended.
func (s *server) serve() {
	s.inner()
	log.Fatal("the server has ended")
}

func (s *server) inner() {
	for {
		conn, err := s.ln.Accept()
		if err != nil {
			return
		}
		go s.handle(conn)
	}
}

// One connection is all that is wanted.
func (s *server) once() {
	go func() {
		conn, err := s.ln.Accept()
		if err != nil {
			return
		}
		s.handle(conn)
	}()
}
