// Bouncer accepts connections itself, from the listeners of a set, and closes those when the
// signal comes; it waits for the goroutines of its users, not for those of its networks.
package main

import (
	"database/sql"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

type logger interface {
	Printf(format string, v ...any)
}

// prefixed does nothing but call the method that it has itself.
type prefixed struct {
	logger
	prefix string
}

func (p *prefixed) Printf(format string, v ...any) {
	p.logger.Printf(p.prefix+format, v...)
}

type retrying struct {
	net.Listener
}

func (r *retrying) Accept() (net.Conn, error) {
	return r.Listener.Accept()
}

type server struct {
	log       logger
	db        *sql.DB
	users     sync.WaitGroup
	events    chan string
	stop      chan struct{}
	listeners map[net.Listener]struct{}
}

func (s *server) serve(ln net.Listener) {
	ln = &retrying{Listener: ln}
	s.listeners[ln] = struct{}{}
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go s.connection(conn)
	}
}

// What a connection starts ends with it.
func (s *server) connection(conn net.Conn) {
	out := make(chan string)
	go func() {
		for line := range out {
			_, _ = conn.Write([]byte(line))
		}
	}()
	handlers["hello"](s)
	close(out)
}

// user ends when it is told to; network, which only sends to it, is not waited for.
func (s *server) user() {
	defer s.users.Done()
	go s.network()
	for e := range s.events {
		if e == "stop" {
			return
		}
		s.log.Printf("%s", e)
	}
}

func (s *server) network() {
	for {
		select {
		case <-s.stop:
			return
		default:
			s.events <- "message"
		}
	}
}

var handlers map[string]func(*server)

func init() {
	handlers = map[string]func(*server){"hello": func(s *server) { s.log.Printf("hello") }, "again": greet}
}

func greet(s *server) {
	handlers["hello"](s)
	handlers["again"](s)
}

// ident has a listener of its own, which nothing closes.
func ident(ln net.Listener) {
	ln = &retrying{Listener: ln}
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		go conn.Close()
	}
}

// interrupted is no worker: it ends when it has succeeded, or failed for another reason.
func interrupted(l logger) error {
	for {
		_, err := os.Stat("/")
		if err == nil {
			break
		}
		if err == syscall.EINTR {
			continue
		}
		return err
	}
	l.Printf("done")
	return nil
}

func again(f func(string) error) error {
	for {
		err := f("/")
		if err != syscall.EINTR {
			return err
		}
	}
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	s := &server{log: &prefixed{log.Default(), "main: "}, db: db, events: make(chan string), stop: make(chan struct{}), listeners: make(map[net.Listener]struct{})}
	ln, err := net.Listen("tcp", ":6667")
	if err != nil {
		log.Fatal(err)
	}
	go s.serve(ln)
	other, err := net.Listen("tcp", ":113")
	if err != nil {
		log.Fatal(err)
	}
	go ident(other)
	ready := false
	http.HandleFunc("/readyz", func(w http.ResponseWriter, r *http.Request) {
		s.log.Printf("asked")
		if !ready {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	go func() {
		if err := interrupted(s.log); err != nil {
			log.Print(err)
		}
		_ = again(os.Chdir)
	}()
	web := &http.Server{Addr: ":80"}
	go web.ListenAndServe()
	s.users.Add(1)
	go s.user()
	ready = true
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	<-sig
	_ = web.Close()
	close(s.stop)
	for ln := range s.listeners {
		_ = ln.Close()
	}
	s.users.Wait()
	_ = s.db.Close()
}
