package socketleft

import "net"

// Another file is removed.
func control(path string) (net.Listener, error) {
	return net.Listen("unix", path) // want `the socket file path stays`
}
