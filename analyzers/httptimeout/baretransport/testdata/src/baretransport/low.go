package baretransport

import (
	"crypto/tls"
	"net/http"
	"time"
)

func client(config *tls.Config) *http.Client {
	transport := &http.Transport{TLSClientConfig: config} // want `http.Transport has no limit for dials and for idle connections`
	return &http.Client{Timeout: 10 * time.Second, Transport: transport}
}

func pinned(config *tls.Config) http.RoundTripper {
	return &http.Transport{ // want `http.Transport has no limit for dials`
		TLSClientConfig: config,
		MaxIdleConns:    10,
	}
}
