package missingrequestid

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

func forward(target *url.URL) http.Handler {
	proxy := httputil.NewSingleHostReverseProxy(target)
	base := proxy.Director
	proxy.Director = func(r *http.Request) { // want `the proxy sets X-Workspace-ID, but no X-Request-ID`
		base(r)
		r.Header.Set("X-Workspace-ID", workspace(r))
	}
	return proxy
}

func literal(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { // want `the proxy sets X-Tenant, X-Workspace-ID`
			r.SetURL(target)
			r.Out.Header.Set("X-Workspace-ID", workspace(r.In))
			r.Out.Header.Set("X-Tenant", "t")
		},
	}
}

// Not returned as a handler: the function makes the ID itself.
func stored(mux *http.ServeMux, target *url.URL) {
	mux.Handle("/", &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { // want `the proxy sets X-Workspace-ID`
			r.SetURL(target)
			r.Out.Header.Set("X-Workspace-ID", workspace(r.In))
		},
	})
	proxy := &httputil.ReverseProxy{}
	proxy.Director = func(r *http.Request) { // want `the proxy sets X-Workspace-ID`
		r.Header.Set("X-Workspace-ID", workspace(r))
	}
	mux.Handle("/other", proxy)
}

// A client that copies single headers.
func ask(client *http.Client, r *http.Request) error {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://users", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", r.Header.Get("Authorization")) // want `Authorization of the incoming request is forwarded, but not X-Request-ID`
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func workspace(r *http.Request) string { return r.Host }
