package set

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

var rt http.RoundTripper

// Set later, through the same variable.
func setLater(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = rt
	return proxy
}

// Set in a closure.
func setInClosure(target *url.URL, options ...func(*httputil.ReverseProxy)) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target)
	configure := func() { proxy.Transport = rt }
	configure()
	return proxy
}

// Handed to a function of the package that sets it.
func setByHelper(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target)
	limit(proxy)
	return proxy
}

func limit(p *httputil.ReverseProxy) { p.Transport = rt }

// Set by those who call the constructor.
func bare(target *url.URL) *httputil.ReverseProxy {
	return httputil.NewSingleHostReverseProxy(target)
}

func useBare(target *url.URL) http.Handler {
	p := bare(target)
	p.Transport = rt
	return p
}

// Set through the field it is stored in.
type server struct{ proxy *httputil.ReverseProxy }

func newServer(target *url.URL) *server {
	s := &server{proxy: httputil.NewSingleHostReverseProxy(target)}
	s.proxy.Transport = rt
	return s
}
