package transportpercall

import (
	"crypto/tls"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

type edge struct {
	backends []*url.URL
	insecure bool
}

// Each request makes a proxy, and that a transport.
func (e *edge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.proxy(e.backends[0]).ServeHTTP(w, r)
}

func (e *edge) proxy(backend *url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite:   func(pr *httputil.ProxyRequest) { pr.SetURL(backend) },
		Transport: e.transport(),
	}
}

func (e *edge) transport() http.RoundTripper {
	return &http.Transport{ // want `each call of ServeHTTP makes a transport of its own by transport at line 18`
		TLSClientConfig:     &tls.Config{InsecureSkipVerify: e.insecure},
		TLSHandshakeTimeout: 5 * time.Second,
	}
}
