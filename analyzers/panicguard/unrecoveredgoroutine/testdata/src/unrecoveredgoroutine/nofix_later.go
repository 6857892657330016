package main

import "net"

// A literal would see another value than the call gets now.
func acceptTwo(l net.Listener) {
	var conn net.Conn
	for range 2 {
		conn, _ = l.Accept()
		go talk(conn) // want `.*nothing recovers in this goroutine`
	}
}

func talk(conn net.Conn) { _, _ = conn.Read(make([]byte, 1)) }
