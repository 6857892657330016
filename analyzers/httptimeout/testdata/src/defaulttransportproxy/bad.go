package defaulttransportproxy

import (
	"fmt"
	"log"
	"net/http"
	"net/http/httputil"
	proxies "net/http/httputil"
	"net/url"
)

func constructor(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target) // want `httputil.NewSingleHostReverseProxy leaves Transport unset, so proxy goes through http.DefaultTransport: an upstream that hangs holds every request to it for ever \(httptimeout/default-transport-proxy\)`
	proxy.ErrorHandler = func(w http.ResponseWriter, r *http.Request, err error) {
		http.Error(w, "upstream failed", http.StatusBadGateway)
	}
	return proxy
}

func returned(target *url.URL) http.Handler {
	return httputil.NewSingleHostReverseProxy(target) // want `leaves Transport unset, so it goes through`
}

func passed(mux *http.ServeMux, target *url.URL) {
	mux.Handle("/plugin/", http.StripPrefix("/plugin", proxies.NewSingleHostReverseProxy(target))) // want `leaves Transport unset`
}

func literal(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{ // want `httputil.ReverseProxy leaves Transport unset`
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
		},
		ErrorLog: log.Default(),
	}
}

func oneLine(director func(*http.Request)) http.Handler {
	return &httputil.ReverseProxy{Director: director} // want `leaves Transport unset`
}

func empty(director func(*http.Request)) http.Handler {
	var p = httputil.ReverseProxy{} // want `so p goes through`
	p.Director = director
	return &p
}

// A field of an unexported struct, and a map of proxies.
type gateway struct {
	fallback *httputil.ReverseProxy
	routes   map[string]*httputil.ReverseProxy
}

func (g *gateway) init(target *url.URL) {
	g.fallback = httputil.NewSingleHostReverseProxy(target) // want `so g.fallback goes through`
	for _, name := range []string{"a", "b"} {
		g.routes[name] = httputil.NewSingleHostReverseProxy(target.JoinPath(name)) // want `so g.routes\[name\] goes through`
	}
}

// An unexported constructor, whose callers are all here.
func newProxy(target *url.URL) *httputil.ReverseProxy {
	return httputil.NewSingleHostReverseProxy(target) // want `leaves Transport unset`
}

// Embedded, in a literal of another type.
type logged struct{ *httputil.ReverseProxy }

func newLogged(proxy string, target *url.URL) http.Handler {
	fmt.Println(proxy)
	return logged{&httputil.ReverseProxy{Director: newProxy(target).Director}} // want `leaves Transport unset`
}

// The name proxy is taken where the fix would like to use it.
func taken(proxy *url.URL) http.Handler {
	return httputil.NewSingleHostReverseProxy(proxy) // want `leaves Transport unset`
}

// There is no statement to put it before.
func inTest(mux *http.ServeMux, target *url.URL) {
	if h := http.StripPrefix("/a", httputil.NewSingleHostReverseProxy(target)); mux != nil { // want `leaves Transport unset`
		mux.Handle("/a/", h)
	}
}

func inAssignment(s *http.Server, target *url.URL) {
	s.Handler = http.StripPrefix("/b", httputil.NewSingleHostReverseProxy(target)) // want `leaves Transport unset`
}
