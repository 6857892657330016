package defaulttransportproxy

import (
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
)

// The literal sets it.
func inLiteral(target *url.URL, rt http.RoundTripper) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: rt,
	}
}

// An exported function hands it out as what it is: the caller may set it.
func NewProxy(target *url.URL) *httputil.ReverseProxy {
	return httputil.NewSingleHostReverseProxy(target)
}

// An exported field, likewise.
type Gateway struct{ Proxy *httputil.ReverseProxy }

func (g *Gateway) init(target *url.URL) {
	g.Proxy = httputil.NewSingleHostReverseProxy(target)
}

func newGateway(target *url.URL) *Gateway {
	return &Gateway{Proxy: httputil.NewSingleHostReverseProxy(target)}
}

// A proxy that comes from elsewhere was made elsewhere.
func wrap(p *httputil.ReverseProxy) http.Handler { return p }

// The other server is one of the same program.
func toItself(port string) http.Handler {
	own, err := url.Parse(fmt.Sprintf("http://localhost:%s", port))
	if err != nil {
		return nil
	}
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(own) }}
}
