package defaulttransportproxy

import (
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
)

// The other server is one of the same program.
func toItself(port string) http.Handler {
	own, err := url.Parse(fmt.Sprintf("http://localhost:%s", port))
	if err != nil {
		return nil
	}
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(own) }} // want `requests block forever when the upstream does not respond`
}
