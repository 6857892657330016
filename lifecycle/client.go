package lifecycle

import (
	"net"
	"net/http"
	"time"
)

// Limits of outbound calls. The client's is the longest, and equals the time
// that Server gives requests in flight: a handler that waits for a dead peer
// still ends before the server stops waiting for the handler.
const (
	dialTimeout      = 3 * time.Second
	handshakeTimeout = 5 * time.Second
	headerTimeout    = 10 * time.Second
	clientTimeout    = 10 * time.Second
)

// DefaultTransport is what http.DefaultTransport should have been: NewTransport(),
// shared, so that proxies and clients that are made for one request each use the
// same connections. Change it before the first request only.
var DefaultTransport = NewTransport()

// DefaultClient is what http.DefaultClient should have been: a client whose
// calls end. It has the limits of NewClient, over DefaultTransport.
var DefaultClient = &http.Client{Transport: DefaultTransport, Timeout: clientTimeout}

// NewTransport returns a transport for calls between services: 3 s to connect,
// 5 s for the TLS handshake, 10 s until the response header has arrived, 10
// idle connections per host kept for 90 s. Like http.DefaultTransport it obeys
// the proxy variables of the environment and speaks HTTP/2. The time to read
// the body is not limited, so it fits a reverse proxy that streams.
func NewTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          100,
		MaxIdleConnsPerHost:   10,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   handshakeTimeout,
		ResponseHeaderTimeout: headerTimeout,
		ExpectContinueTimeout: time.Second,
	}
}

// NewClient returns a client over a NewTransport whose calls take at most 10 s,
// the reading of the body included. Set Timeout to change that.
func NewClient() *http.Client {
	return &http.Client{Transport: NewTransport(), Timeout: clientTimeout}
}
