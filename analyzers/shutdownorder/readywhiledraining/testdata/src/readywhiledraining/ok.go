package readywhiledraining

import (
	"net/http"
	"sync/atomic"
)

type counter struct{ seen atomic.Bool }

// The flag decides about no 503.
func (c *counter) count(w http.ResponseWriter, r *http.Request) {
	if c.seen.Load() {
		w.WriteHeader(http.StatusTeapot)
	}
}

func (c *counter) see() { c.seen.Store(true) }
