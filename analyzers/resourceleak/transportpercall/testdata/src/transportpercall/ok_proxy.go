package transportpercall

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

type keptEdge struct {
	backend *url.URL
	proxies map[string]http.Handler
}

// The proxies are kept.
func (e *keptEdge) add(name string) { e.proxies[name] = e.proxy() }

// The proxy is registered, and serves all requests.
func (e *keptEdge) register(mux *http.ServeMux) { mux.Handle("/", e.proxy()) }

func (e *keptEdge) proxy() http.Handler {
	return &httputil.ReverseProxy{
		Rewrite:   func(pr *httputil.ProxyRequest) { pr.SetURL(e.backend) },
		Transport: &http.Transport{},
	}
}

// The transport is that of all requests.
func (e *keptEdge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	proxy := httputil.NewSingleHostReverseProxy(e.backend)
	proxy.ServeHTTP(w, r)
}
