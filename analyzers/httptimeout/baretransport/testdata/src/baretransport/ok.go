package baretransport

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// Nope. It has what the default one has.
func cloned(config *tls.Config) http.RoundTripper {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = config
	return transport
}

// Nope. Its author has thought of how it connects: by a socket, through no proxy, with a limit.
func socket(path string) http.RoundTripper {
	return &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}}
}

func direct(config *tls.Config) http.RoundTripper {
	return &http.Transport{Proxy: nil, TLSClientConfig: config}
}

func idle(config *tls.Config) http.RoundTripper {
	return &http.Transport{TLSClientConfig: config, IdleConnTimeout: time.Minute}
}

// Nope. It keeps no connection.
func once(config *tls.Config) http.RoundTripper {
	return &http.Transport{TLSClientConfig: config, DisableKeepAlives: true}
}

// Nope. What is missing is set later, here or by a function.
func later(config *tls.Config) http.RoundTripper {
	transport := &http.Transport{TLSClientConfig: config}
	transport.Proxy = http.ProxyFromEnvironment
	return transport
}

func configured(config *tls.Config) http.RoundTripper {
	transport := &http.Transport{TLSClientConfig: config}
	limit(transport)
	return transport
}

func limit(t *http.Transport) {
	t.DialContext = (&net.Dialer{Timeout: time.Second}).DialContext
	t.IdleConnTimeout = time.Minute
}
