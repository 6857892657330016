package defaulttransportproxy_field

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

type gateway struct{ rt http.RoundTripper }

func pooled() http.RoundTripper { return &http.Transport{MaxIdleConnsPerHost: 8} }

func newGateway() *gateway { return &gateway{rt: pooled()} }

func (g *gateway) to(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: g.rt, // want `requests block forever when the upstream does not respond`
	}
}

// Its fields are judged by all that they get.
type relay struct{ rt *http.Transport }

func newRelay(patient bool) *relay {
	r := &relay{&http.Transport{}}
	if !patient {
		r.rt = &http.Transport{ResponseHeaderTimeout: time.Second}
	}
	return r
}
