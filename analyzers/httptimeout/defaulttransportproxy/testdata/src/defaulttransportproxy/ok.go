package defaulttransportproxy

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

// The literal sets it.
func inLiteral(target *url.URL, rt http.RoundTripper) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: rt,
	}
}

// An exported field, likewise.
type Gateway struct{ Proxy *httputil.ReverseProxy }

// A proxy that comes from elsewhere was made elsewhere.
func wrap(p *httputil.ReverseProxy) http.Handler { return p }

// Its own transport has the limit, in the literal or behind it.
func limited(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: &http.Transport{ResponseHeaderTimeout: 10 * time.Second},
	}
}

func limitedClone(target *url.URL) http.Handler {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = 10 * time.Second
	return &httputil.ReverseProxy{Transport: transport}
}

// Who calls the constructor sets it.
func plain(target *url.URL) (*httputil.ReverseProxy, error) {
	return httputil.NewSingleHostReverseProxy(target), nil
}

func usePlain(target *url.URL, rt http.RoundTripper) (http.Handler, error) {
	proxy, err := plain(target)
	if err != nil {
		return nil, err
	}
	proxy.Transport = rt
	return proxy, nil
}
