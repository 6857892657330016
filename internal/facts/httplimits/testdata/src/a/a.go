package a

import (
	"net/http"
	"time"
)

func NewClient() *http.Client { return &http.Client{} } // want NewClient:"returns unlimited net/http.Client"

func NewServer(h http.Handler) *http.Server { // want NewServer:"returns unlimited net/http.Server"
	srv := &http.Server{}
	srv.Handler = h
	return srv
}

func Default() *http.Client { return http.DefaultClient } // want Default:"returns unlimited net/http.Client"

// With a limit, perhaps with one, or from elsewhere.
func Limited() *http.Client { return &http.Client{Timeout: time.Second} }

func Either(hasty bool) *http.Client {
	if hasty {
		return Limited()
	}
	return NewClient()
}

func Later(h http.Handler) *http.Server {
	srv := &http.Server{Handler: h}
	srv.ReadTimeout = time.Second
	return srv
}

func Given(c *http.Client) *http.Client { return c }

func Named() (c *http.Client) {
	c = &http.Client{}
	return
}
