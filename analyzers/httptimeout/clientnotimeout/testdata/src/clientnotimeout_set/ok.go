package set

import (
	"net/http"
	"time"
)

// Set later, through the same variable.
func later(address string) {
	client := &http.Client{}
	client.Timeout = time.Second
	_, _ = client.Get(address)
}

// Set through the field it is stored in.
type api struct{ client http.Client }

func newAPI(d time.Duration) *api {
	a := &api{client: http.Client{}}
	a.client.Timeout = d
	return a
}

func (a *api) ping() { _, _ = a.client.Get("http://a") }

// The transport comes later.
func lateTransport(rt http.RoundTripper) {
	client := http.Client{}
	client.Transport = rt
	_, _ = client.Get("http://a")
}
