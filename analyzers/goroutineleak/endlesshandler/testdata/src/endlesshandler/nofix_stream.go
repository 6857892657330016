package endlesshandler

import (
	"fmt"
	"net/http"
	"sync"
)

// A race tells its places, and ends.
type race struct {
	mu       sync.Mutex
	watchers map[chan int]struct{}
}

func (r *race) watch() chan int {
	places := make(chan int, 8)
	r.mu.Lock()
	r.watchers[places] = struct{}{}
	r.mu.Unlock()
	return places
}

func (r *race) tell(place int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for places := range r.watchers {
		select {
		case places <- place:
		default:
		}
	}
}

func (r *race) finish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for places := range r.watchers {
		close(places)
	}
	clear(r.watchers)
}

func (r *race) serveEvents(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for place := range r.watch() { // want `handler keeps waiting for r.watch\(\) when its client has left: no value may come for long, and the handler does not watch the context of its request`
		if _, err := fmt.Fprintf(w, "data: %d\n\n", place); err != nil {
			return
		}
	}
}
