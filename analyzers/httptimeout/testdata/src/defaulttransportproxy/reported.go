package defaulttransportproxy

import (
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

// An exported function hands it out as what it is: the caller may set it.
func NewProxy(target *url.URL) *httputil.ReverseProxy {
	return httputil.NewSingleHostReverseProxy(target) // want `httputil\.NewSingleHostReverseProxy leaves Transport unset, so it goes `
}

func (g *Gateway) init(target *url.URL) {
	g.Proxy = httputil.NewSingleHostReverseProxy(target) // want `httputil\.NewSingleHostReverseProxy leaves Transport unset, so g\.Proxy `
}

func newGateway(target *url.URL) *Gateway {
	return &Gateway{Proxy: httputil.NewSingleHostReverseProxy(target)} // want `httputil\.NewSingleHostReverseProxy leaves Transport unset, so it goes `
}

// The default one is none with a limit, nor is one without ResponseHeaderTimeout.
func defaulted(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{ // want `httputil.ReverseProxy goes through http.DefaultTransport, which has no ResponseHeaderTimeout`
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: http.DefaultTransport,
	}
}

func own(target *url.URL, timeout time.Duration) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: &http.Transport{ // want `httputil.ReverseProxy has a Transport without ResponseHeaderTimeout`
			DialContext:         (&net.Dialer{Timeout: timeout}).DialContext,
			TLSHandshakeTimeout: timeout,
		},
	}
}

func cloned(target *url.URL) http.Handler {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns = 10
	proxy := &httputil.ReverseProxy{Transport: transport} // want `has a Transport without|goes through http.DefaultTransport`
	proxy.Rewrite = func(r *httputil.ProxyRequest) { r.SetURL(target) }
	return proxy
}

func unset(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target) // want `leaves Transport unset`
	proxy.Transport = nil
	return proxy
}

func explicitNil() http.Handler {
	return &httputil.ReverseProxy{Transport: nil} // want `leaves Transport unset`
}

func bareNew() http.Handler {
	return &httputil.ReverseProxy{Transport: new(http.Transport)} // want `has a Transport without`
}
