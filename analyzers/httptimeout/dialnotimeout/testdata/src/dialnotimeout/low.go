package dialnotimeout

import "net"

// The kernel gives up some time.
func plain(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `net.Dial blocks for as long as the other side drops the packets: nothing limits the connection`
}
