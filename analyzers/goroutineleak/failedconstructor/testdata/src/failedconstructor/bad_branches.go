package failedconstructor

import (
	"net"
	"os"
)

type jetty struct{ ln net.Listener }

func (j *jetty) Close() error { return j.ln.Close() }

// newJetty opens the same in two branches: one call repairs both.
func newJetty(socket, addr, key string) (*jetty, error) {
	var ln net.Listener
	var err error
	if socket != "" {
		ln, err = net.Listen("unix", socket)
	} else {
		ln, err = net.Listen("tcp", addr)
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(key); err != nil {
		return nil, err // want `newJetty fails here, and ln, opened at line 17, stays open`
	}
	if _, err := os.ReadDir(key); err != nil {
		return nil, err
	}
	return &jetty{ln}, nil
}
