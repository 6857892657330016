package a // want package:"has readiness"

import (
	"net/http"
	"sync/atomic"
)

type API struct {
	Ready    atomic.Bool // want Ready:"ready if set"
	Draining bool        // want Draining:"not ready if set"
	Other    bool
	Up       atomic.Bool // want Up:"ready if set"
}

func (a *API) Readyz(w http.ResponseWriter, r *http.Request) {
	if !a.Ready.Load() || a.Draining {
		http.Error(w, "starting", http.StatusServiceUnavailable)
		return
	}
	if a.Other {
		w.WriteHeader(http.StatusTeapot)
	}
	w.WriteHeader(http.StatusOK)
}

func (a *API) Upz(w http.ResponseWriter, r *http.Request) {
	if a.isUp() {
		w.WriteHeader(200)
		return
	}
	w.WriteHeader(503)
}

func (a *API) isUp() bool { return a.Up.Load() }

func (a *API) Set(on bool) { // want Set:"sets by parameter"
	a.Ready.Store(on)
}

func (a *API) Start() { // want Start:"sets"
	a.Set(true)
}

func (a *API) Drain() { // want Drain:"resets"
	a.Draining = true
}
