// Accepting serves by a loop of its own, and stops it: the listener is closed, and the
// connections are waited for.
package main

import (
	"bufio"
	"context"
	"log"
	"net"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/crypto/ssh"
)

type server struct {
	listener net.Listener
	conns    sync.WaitGroup
}

func (s *server) serve() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.conns.Add(1)
		go func() {
			defer s.conns.Done()
			defer conn.Close()
			go ssh.DiscardRequests(make(chan *ssh.Request))
			in := make(chan string)
			go func() {
				for line := range in {
					log.Print(line)
				}
			}()
			lines := bufio.NewReader(conn)
			for {
				line, err := lines.ReadString('\n')
				if err != nil {
					break
				}
				in <- line
			}
			close(in)
		}()
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	l, err := net.Listen("tcp", ":7")
	if err != nil {
		log.Fatal(err)
	}
	s := &server{listener: l}
	go s.serve()
	<-ctx.Done()
	_ = s.listener.Close()
	s.conns.Wait()
}
