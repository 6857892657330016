package failedconstructor

import (
	"net"
	"time"
)

type quay struct {
	ln    net.Listener
	pause time.Duration
}

func (q *quay) Close() error { return q.ln.Close() }

// A setting that cannot be parsed shows with the first start.
func newQuay(addr, pause string) (*quay, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	d, err := time.ParseDuration(pause)
	if err != nil {
		return nil, err // want `newQuay fails here, and ln, opened at line \d+, stays open`
	}
	return &quay{ln, d}, nil
}
