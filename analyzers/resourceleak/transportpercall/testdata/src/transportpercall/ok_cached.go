package transportpercall

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
)

// A gate has a proxy for each host.
type gate struct{ proxies sync.Map }

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.proxy(r.Host).ServeHTTP(w, r)
}

func (g *gate) proxy(host string) *httputil.ReverseProxy {
	if p, ok := g.proxies.Load(host); ok {
		return p.(*httputil.ReverseProxy)
	}
	var transport http.RoundTripper = http.DefaultTransport
	if host != "localhost" {
		transport = &http.Transport{ForceAttemptHTTP2: true}
	}
	p := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: host}) },
		Transport: transport,
	}
	kept, _ := g.proxies.LoadOrStore(host, p)
	return kept.(*httputil.ReverseProxy)
}
