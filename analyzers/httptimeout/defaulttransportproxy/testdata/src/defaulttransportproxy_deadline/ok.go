// Package deadline gives each request that it hands on a deadline.
package deadline

import (
	"context"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

type gateway struct {
	proxy   *httputil.ReverseProxy
	timeout time.Duration
}

func newGateway(target *url.URL) *gateway {
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = &http.Transport{TLSHandshakeTimeout: 10 * time.Second}
	return &gateway{proxy, 30 * time.Second}
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("upgrade") != "websocket" {
		ctx, cancel := context.WithTimeout(r.Context(), g.timeout)
		defer cancel()
		r = r.WithContext(ctx)
	}
	g.proxy.ServeHTTP(w, r)
}
