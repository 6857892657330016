package unlockedaccess_any

import "net/http"

// What is a value of its own may be stale, and no more.
func (p *portal) last(w http.ResponseWriter, r *http.Request) {
	p.state.last = r.RemoteAddr // want `data race with another call: p.state.last is written without p.state.Mutex, which guards other fields`
}
