package tests

import (
	"net/http"
	"testing"
	"time"
)

func TestGet(t *testing.T) {
	old := http.DefaultTransport
	t.Cleanup(func() { http.DefaultTransport = old })
	http.DefaultTransport = nil
	get("http://a")

	a := newAPI()
	a.client = &http.Client{Timeout: time.Second}
	a.client.Timeout = time.Minute
	a.ping()
}
