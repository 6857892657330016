package missingrequestid

import (
	"crypto/rand"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
)

// The ID is made when there is none.
func identified(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Set("X-Workspace-ID", workspace(r.In))
			if r.In.Header.Get("X-Request-ID") == "" {
				r.Out.Header.Set("X-Request-ID", rand.Text())
			}
		},
	}
}

const requestID = "x-request-id"

// A function that is called does it, whatever the spelling of the header.
func byHelper(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{Director: func(r *http.Request) {
		r.Header.Set("X-Workspace-ID", workspace(r))
		identify(r)
	}}
}

func identify(r *http.Request) { r.Header.Set(requestID, rand.Text()) }

// No header is set: what came in is passed on as it is.
func plain(target *url.URL) http.Handler {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
}

// The whole header is passed on.
func copiesAll(client *http.Client, r *http.Request) error {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://users", nil)
	if err != nil {
		return err
	}
	req.Header = r.Header.Clone()
	req.Header.Set("Authorization", r.Header.Get("Authorization"))
	_, err = client.Do(req)
	return err
}

func copiesMap(req, r *http.Request) {
	maps.Copy(req.Header, r.Header)
	req.Header.Set("Authorization", r.Header.Get("Authorization"))
}

// Names in a loop: the ID may be among them.
func copiesNames(req, r *http.Request, names []string) {
	req.Header.Set("Authorization", r.Header.Get("Authorization"))
	for _, name := range names {
		req.Header.Set(name, r.Header.Get(name))
	}
}

// A response, and a request to somebody else's service.
func others(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Workspace-ID", r.Header.Get("X-Workspace-ID"))
	req, _ := http.NewRequest(http.MethodGet, "https://api.example.com", nil)
	req.Header.Set("Accept", "application/json")
}
