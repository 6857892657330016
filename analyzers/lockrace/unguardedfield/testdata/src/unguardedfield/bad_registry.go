package unguardedfield

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// Each request makes a seat, puts it into the map of all, and starts a goroutine that pings it. A move of
// another one goes to all that are in the map.
type seat struct {
	out  *json.Encoder
	done chan struct{}
}

func (s *seat) write(v any) error {
	return s.out.Encode(v) // want `data race: s.out is used by goroutines that run concurrently, started at line \d+, and no mutex guards it`
}

func (s *seat) pings() {
	for {
		select {
		case <-s.done:
			return
		case <-time.After(time.Minute):
			if s.write("ping") != nil {
				return
			}
		}
	}
}

type table struct {
	mu    sync.Mutex
	seats map[*seat]bool
}

func (t *table) snapshot() []*seat {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]*seat, 0, len(t.seats))
	for s := range t.seats {
		list = append(list, s)
	}
	return list
}

func (t *table) broadcast(v any) {
	for _, s := range t.snapshot() {
		if s.write(v) != nil {
			t.drop(s)
		}
	}
}

func (t *table) add(s *seat) {
	t.mu.Lock()
	t.seats[s] = true
	t.mu.Unlock()
}

func (t *table) drop(s *seat) {
	t.mu.Lock()
	delete(t.seats, s)
	t.mu.Unlock()
}

func (t *table) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := &seat{out: json.NewEncoder(w), done: make(chan struct{})}
	defer close(s.done)
	t.add(s)
	defer t.drop(s)
	go s.pings()
	t.broadcast(r.URL.Path)
}
