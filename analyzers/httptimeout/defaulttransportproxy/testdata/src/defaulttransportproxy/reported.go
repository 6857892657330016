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
	return httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
}

func (g *Gateway) init(target *url.URL) {
	g.Proxy = httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
}

func newGateway(target *url.URL) *Gateway {
	return &Gateway{Proxy: httputil.NewSingleHostReverseProxy(target)} // want `requests block forever when the upstream does not respond`
}

// The default one is none with a limit, nor is one without ResponseHeaderTimeout.
func defaulted(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{ // want `requests block forever when the upstream does not respond`
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
	proxy := &httputil.ReverseProxy{Transport: transport} // want `requests block forever when the upstream does not respond`
	proxy.Rewrite = func(r *httputil.ProxyRequest) { r.SetURL(target) }
	return proxy
}

func unset(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
	proxy.Transport = nil
	return proxy
}

func explicitNil() http.Handler {
	return &httputil.ReverseProxy{Transport: nil} // want `requests block forever when the upstream does not respond`
}

func bareNew() http.Handler {
	return &httputil.ReverseProxy{Transport: new(http.Transport)} // want `has a Transport without`
}
