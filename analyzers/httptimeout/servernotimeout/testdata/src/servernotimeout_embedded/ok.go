package servernotimeout_embedded

import (
	"net/http"
	"time"
)

type limited struct{ http.Server }

// Silent: it has a limit.
func newLimited(addr string) *limited {
	s := new(limited)
	s.Addr = addr
	s.ReadHeaderTimeout = time.Second
	return s
}

type given struct{ *http.Server }

// Silent: it is made elsewhere.
func newGiven(srv *http.Server, addr string) *given {
	g := &given{srv}
	g.Addr = addr
	return g
}

type filledIn struct{ http.Server }

// Silent: its literal has a limit.
func newFilledIn(addr string) *filledIn {
	f := &filledIn{Server: http.Server{ReadTimeout: time.Second}}
	f.Addr = addr
	return f
}
