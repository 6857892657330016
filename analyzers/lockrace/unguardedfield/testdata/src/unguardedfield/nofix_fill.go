package unguardedfield

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type settings struct {
	name string
	DB   struct{ DSN string }
}

type configured struct{ current settings }

// What is decoded overwrites all fields, which another request reads.
func (c *configured) Reload(w http.ResponseWriter, r *http.Request) {
	if err := json.NewDecoder(r.Body).Decode(&c.current); err != nil { // want `data race: c.current is written by requests, which run concurrently, and no mutex guards it`
		http.Error(w, "invalid", http.StatusBadRequest)
	}
}

func (c *configured) Show(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, c.current.name)
}

// To copy from a buffer empties it.
type page struct{ body *bytes.Buffer }

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(w, p.body) // want `data race: p.body is written by requests, which run concurrently, and no mutex guards it`
}

// The object that a pointer leads to is replaced in place.
type limits struct{ rate, burst int }

type limited struct{ limits *limits }

func (l *limited) Set(w http.ResponseWriter, r *http.Request) {
	*l.limits = limits{rate: 1} // want `data race: l.limits is written by requests, which run concurrently, and no mutex guards it`
}

func (l *limited) Allow(w http.ResponseWriter, r *http.Request) {
	if l.limits.rate > l.limits.burst {
		http.Error(w, "busy", http.StatusTooManyRequests)
	}
}
