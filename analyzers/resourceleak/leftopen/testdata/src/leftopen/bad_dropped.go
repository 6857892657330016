package leftopen

import (
	"io"
	"log"
	"net"
	"os"
	"time"
)

func touch(path string) error {
	_, err := os.Create(path) // want `what os.Create opens is dropped, and cannot be closed`
	return err
}

func touchLogged(path string) {
	_, err := os.Create(path) // want `what os.Create opens is dropped, and cannot be closed`
	if err != nil {
		log.Print(err)
	} else {
		log.Print("created ", path)
	}
}

func touchThen(path string) error {
	_, err := os.Create(path) // want `what os.Create opens is dropped, and cannot be closed`
	if err != nil {
		return err
	}
	log.Print("created ", path)
	return nil
}

func exists(path string) bool {
	if _, err := os.Open(path); err != nil { // want `what os.Open opens is dropped, and cannot be closed`
		log.Print(err)
	}
	return true
}

// The last connection was handed to its goroutine, this one was not.
func acceptEach(ln *net.TCPListener, serve func(net.Conn)) {
	for {
		conn, err := ln.AcceptTCP()
		if err != nil {
			return
		}
		if err = conn.SetKeepAlive(true); err != nil {
			log.Print(err)
			return // want `conn, opened at line 44, stays open on this return`
		}
		if err = conn.SetKeepAlivePeriod(time.Minute); err != nil {
			return
		}
		go serve(conn)
	}
}

// In a loop a deferred call would wait for the end of the function.
func total(paths []string) (n int64) {
	for _, path := range paths {
		f, err := os.Open(path) // want `f, opened here, is never closed`
		if err != nil {
			continue
		}
		k, _ := io.Copy(io.Discard, f)
		n += k
	}
	return n
}
