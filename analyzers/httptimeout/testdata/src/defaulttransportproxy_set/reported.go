package set

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

// Handed to options, which may set it.
func withOptions(target *url.URL, options ...func(*httputil.ReverseProxy)) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target) // want `httputil\.NewSingleHostReverseProxy leaves Transport unset, so proxy go`
	for _, option := range options {
		option(proxy)
	}
	return proxy
}
