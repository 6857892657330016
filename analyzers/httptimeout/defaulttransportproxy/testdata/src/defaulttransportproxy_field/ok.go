package defaulttransportproxy_field

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

// Silent: one of the transports has a limit.
func (r *relay) to(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: r.rt,
	}
}

type portal struct{ rt *http.Transport }

func newPortal() *portal {
	p := &portal{rt: new(http.Transport)}
	p.rt.ResponseHeaderTimeout = time.Second
	return p
}

// Silent: the limit is set through the field.
func (p *portal) to(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: p.rt,
	}
}

type bridge struct{ rt http.RoundTripper }

// Silent: nothing shows what the field gets.
func (b *bridge) to(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: b.rt,
	}
}
