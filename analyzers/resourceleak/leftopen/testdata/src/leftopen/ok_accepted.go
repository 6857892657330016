package leftopen

import (
	"bufio"
	"log"
	"net"
	"net/rpc"
	"sync"
)

func okAccept(ln net.Listener, conns *okConns) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		switch conn.RemoteAddr().Network() {
		case "tcp":
			go okDeferred(conn)
		case "udp":
			go okEach(conn)
		case "unix":
			go okServed(conn)
		case "pipe":
			go okSession(conn)
		default:
			go conns.track(conn)
		}
	}
}

func okDeferred(conn net.Conn) {
	defer conn.Close()
	log.Print(bufio.NewReader(conn).ReadString('\n'))
}

func okEach(conn net.Conn) {
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		conn.Close()
		return
	}
	log.Print(line)
	okEnd(conn)
}

func okEnd(conn net.Conn) { log.Print(conn.Close()) }

// ServeConn closes what it serves.
func okServed(conn net.Conn) { rpc.ServeConn(conn) }

// The session has it.
type okSessions struct{ conn net.Conn }

func (s *okSessions) run() {
	defer s.conn.Close()
	log.Print(s.conn.Write([]byte("hello")))
}

func okSession(conn net.Conn) {
	s := &okSessions{conn: conn}
	s.run()
}

// Others find it in the map, and close it.
type okConns struct {
	mu   sync.Mutex
	list map[net.Conn]bool
}

func (c *okConns) track(conn net.Conn) {
	c.mu.Lock()
	c.list[conn] = true
	c.mu.Unlock()
	if _, err := conn.Write([]byte("hello")); err != nil {
		return
	}
}

// The loop keeps it as well.
func okKeeps(ln net.Listener, c *okConns) error {
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		c.list[conn] = true
		go okReads(conn)
	}
}

func okReads(conn net.Conn) {
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		log.Print(lines.Text())
	}
}
