package global

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

// The default transport has the limits.
func init() {
	http.DefaultTransport.(*http.Transport).ResponseHeaderTimeout = 10 * time.Second
}

func proxy(target *url.URL) http.Handler {
	return httputil.NewSingleHostReverseProxy(target)
}
