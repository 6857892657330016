package failedconstructor

import (
	"net"
	"regexp"
)

type matcher struct {
	conn net.Conn
	line *regexp.Regexp
}

// A pattern that is a constant fails on the first start, or never.
func newMatcher(addr string) (*matcher, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	line, err := regexp.Compile(`^[a-z]+$`)
	if err != nil {
		return nil, err // want `newMatcher fails here, and conn, opened at line \d+, stays open`
	}
	return &matcher{conn, line}, nil
}
