package leftopen

import "net"

func listenOn(addr string) (net.Listener, error) {
	ln, err := net.Listen("tcp", addr)
	return ln, err
}

type front struct{ ln net.Listener }

func (f *front) Close() error { return f.ln.Close() }

// The address stays in use for the next attempt.
func newFront(addr string, ready func() error) (*front, error) {
	ln, err := listenOn(addr)
	if err != nil {
		return nil, err
	}
	if err := ready(); err != nil {
		return nil, err // want `ln, opened at line \d+, stays open on this return`
	}
	return &front{ln}, nil
}
