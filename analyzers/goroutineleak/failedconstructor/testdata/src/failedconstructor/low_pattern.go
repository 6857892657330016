package failedconstructor

import (
	"net"
	"regexp"
)

// A pattern that is configured may fail on each call.
func newConfiguredMatcher(addr, pattern string) (*matcher, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	line, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err // want `newConfiguredMatcher fails here, and conn, opened at line \d+, stays open`
	}
	return &matcher{conn, line}, nil
}
