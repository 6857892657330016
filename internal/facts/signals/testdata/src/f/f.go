package f

import "net"

// A loop that accepts connections serves; one over a listener of this host serves the developer only.
func Serve(ln net.Listener) error { // want Serve:"accepts"
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		conn.Close()
	}
}

func Listen(addr string) error { // want Listen:"accepts"
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	return Serve(ln)
}

func Debug() error {
	ln, err := net.Listen("tcp", "localhost:6000")
	if err != nil {
		return err
	}
	for {
		conn, err := ln.Accept()
		if err != nil {
			return err
		}
		conn.Close()
	}
}

// Once accepts one connection, and returns.
func Once(ln net.Listener) error {
	conn, err := ln.Accept()
	if err != nil {
		return err
	}
	return conn.Close()
}

// First accepts until one connection has come.
func First(ln net.Listener) {
	for {
		conn, err := ln.Accept()
		if err != nil {
			continue
		}
		conn.Close()
		break
	}
}

// Local hands a listener of this host on.
func Local(port string) error { // want Local:"may serve"
	ln, err := net.Listen("tcp", net.JoinHostPort("localhost", port))
	if err != nil {
		return err
	}
	return Serve(ln)
}
