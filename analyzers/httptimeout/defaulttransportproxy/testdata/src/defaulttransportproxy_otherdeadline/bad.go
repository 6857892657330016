// Package gateway limits something else than its requests.
package gateway

import (
	"context"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

type gateway struct {
	proxy *httputil.ReverseProxy
	slots chan struct{}
}

type key struct{}

func newGateway(target *url.URL) *gateway {
	proxy := httputil.NewSingleHostReverseProxy(target) // want `requests block forever`
	return &gateway{proxy, make(chan struct{}, 8)}
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer func() { <-g.slots }()
	g.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, "id")))
}
