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
	proxy := httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond: httputil\.NewSingleHostReverseProxy has no Transport, so that proxy uses http\.DefaultTransport \(httptimeout/default-transport-proxy`
	proxy.ErrorHandler = func(w http.ResponseWriter, r *http.Request, err error) {
		http.Error(w, "upstream failed", http.StatusBadGateway)
	}
	return proxy
}

func returned(target *url.URL) http.Handler {
	return httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
}

func passed(mux *http.ServeMux, target *url.URL) {
	mux.Handle("/plugin/", http.StripPrefix("/plugin", proxies.NewSingleHostReverseProxy(target))) // want `requests block forever when the upstream does not respond`
}

func literal(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{ // want `requests block forever when the upstream does not respond`
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
		},
		ErrorLog: log.Default(),
	}
}

func oneLine(director func(*http.Request)) http.Handler {
	return &httputil.ReverseProxy{Director: director} // want `requests block forever when the upstream does not respond`
}

func empty(director func(*http.Request)) http.Handler {
	var p = httputil.ReverseProxy{} // want `requests block forever when the upstream does not respond`
	p.Director = director
	return &p
}

// A field of an unexported struct, and a map of proxies.
type gateway struct {
	fallback *httputil.ReverseProxy
	routes   map[string]*httputil.ReverseProxy
}

func (g *gateway) init(target *url.URL) {
	g.fallback = httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
	for _, name := range []string{"a", "b"} {
		g.routes[name] = httputil.NewSingleHostReverseProxy(target.JoinPath(name)) // want `requests block forever when the upstream does not respond`
	}
}

// An unexported constructor, whose callers are all here.
func newProxy(target *url.URL) *httputil.ReverseProxy {
	return httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
}

// Embedded, in a literal of another type.
type logged struct{ *httputil.ReverseProxy }

func newLogged(proxy string, target *url.URL) http.Handler {
	fmt.Println(proxy)
	return logged{&httputil.ReverseProxy{Director: newProxy(target).Director}} // want `requests block forever when the upstream does not respond`
}

// The name proxy is taken where the fix would like to use it.
func taken(proxy *url.URL) http.Handler {
	return httputil.NewSingleHostReverseProxy(proxy) // want `requests block forever when the upstream does not respond`
}

// There is no statement to put it before.
func inTest(mux *http.ServeMux, target *url.URL) {
	if h := http.StripPrefix("/a", httputil.NewSingleHostReverseProxy(target)); mux != nil { // want `requests block forever when the upstream does not respond`
		mux.Handle("/a/", h)
	}
}

func inAssignment(s *http.Server, target *url.URL) {
	s.Handler = http.StripPrefix("/b", httputil.NewSingleHostReverseProxy(target)) // want `requests block forever when the upstream does not respond`
}

// What it is given right after waits as long.
func assigned(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = &http.Transport{MaxIdleConns: 10} // want `requests block forever when the upstream does not respond: httputil.NewSingleHostReverseProxy has a Transport without ResponseHeaderTimeout`
	return proxy
}
