package set

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

// Handed to options, which may set it.
func withOptions(target *url.URL, options ...func(*httputil.ReverseProxy)) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
	for _, option := range options {
		option(proxy)
	}
	return proxy
}
