package transportpercall

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
)

func Fetch(address string) ([]byte, error) {
	tr := &http.Transport{TLSClientConfig: &tls.Config{}} // want `each call of Fetch makes a transport of its own, whose idle connections stay open with their goroutines`
	client := &http.Client{Transport: tr}
	resp, err := client.Get(address)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

type gateway struct{ target *url.URL }

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	tr := &http.Transport{TLSClientConfig: &tls.Config{ServerName: g.target.Host}} // want `each call of ServeHTTP makes a transport of its own`
	proxy := &httputil.ReverseProxy{Director: func(r *http.Request) { r.URL.Host = g.target.Host }, Transport: tr}
	proxy.ServeHTTP(w, r)
}

func (g *gateway) ping() bool {
	client := http.Client{Transport: &http.Transport{}} // want `each call of ping makes a transport of its own`
	resp, err := client.Head(g.target.String())
	return err == nil && resp.StatusCode == http.StatusOK
}
