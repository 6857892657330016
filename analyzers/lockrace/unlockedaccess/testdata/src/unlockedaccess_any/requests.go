package unlockedaccess_any

import (
	"net/http"
	"sync"
	"time"
)

// The lock of a state guards some of its fields; requests write others without it.
type portal struct {
	state struct {
		sync.Mutex
		uptime time.Duration
		users  map[string]string
		last   string
	}
}

func (p *portal) tick(step time.Duration) {
	p.state.Lock()
	p.state.uptime += step
	p.state.Unlock()
}

func (p *portal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.state.users[r.RemoteAddr] = r.URL.Path // want `data race with another call: p.state.users is written without p.state.Mutex, which guards other fields`
	w.WriteHeader(http.StatusNoContent)
}
