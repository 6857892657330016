package set

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

// Nothing sets this one, though others of the package are set.
func forgotten(target *url.URL) http.Handler {
	other := httputil.NewSingleHostReverseProxy(target)
	other.Transport = rt
	proxy := httputil.NewSingleHostReverseProxy(target) // want `requests block forever when the upstream does not respond`
	mux := http.NewServeMux()
	mux.Handle("/other", other)
	mux.Handle("/", proxy)
	return mux
}
