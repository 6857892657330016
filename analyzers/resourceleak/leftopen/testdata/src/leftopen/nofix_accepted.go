package leftopen

import (
	"bufio"
	"errors"
	"log"
	"net"
	"time"
)

// Each goroutine has a connection of its own.
func acceptAll(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		go greetThenServe(conn)
	}
}

func greetThenServe(conn net.Conn) {
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		log.Print(err)
		return // want `conn, accepted at line 14, stays open on this return`
	}
	if err := handshake(conn, line); err != nil {
		log.Print(err)
		return
	}
	defer conn.Close()
	log.Print(conn.Write([]byte("ok\n")))
}

func handshake(conn net.Conn, line string) error {
	if line == "" {
		return errors.New("empty")
	}
	_, err := conn.Write([]byte(line))
	return err
}

// Nothing closes it.
func acceptLines(ln net.Listener) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			conn.Close()
			continue
		}
		go func(c net.Conn) {
			for lines := bufio.NewScanner(c); lines.Scan(); {
				log.Print(lines.Text())
			}
		}(conn) // want `c, accepted at line 47, stays open on this return`
	}
}
