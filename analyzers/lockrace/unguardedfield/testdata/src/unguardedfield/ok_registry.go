package unguardedfield

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// A request writes before its booth is in the map, and what others want to say goes through its channel.
type booth struct {
	out  *json.Encoder
	says chan any
}

func (b *booth) write(v any) error { return b.out.Encode(v) }

type fair struct {
	mu     sync.Mutex
	booths map[string]*booth
}

func (f *fair) announce(v any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range f.booths {
		select {
		case b.says <- v:
		default:
		}
	}
}

func (f *fair) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b := &booth{out: json.NewEncoder(w), says: make(chan any, 1)}
	b.write("welcome")
	f.mu.Lock()
	f.booths[r.URL.Path] = b
	f.mu.Unlock()
	f.announce(r.URL.Path)
	for {
		select {
		case v := <-b.says:
			b.write(v)
		case <-r.Context().Done():
			return
		}
	}
}

// Each stall has a lock for what it writes.
type stall struct {
	mu  sync.Mutex
	out *json.Encoder
}

func (s *stall) write(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Encode(v)
}

func (s *stall) pings(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Minute):
			s.write("ping")
		}
	}
}

type market struct {
	mu     sync.Mutex
	stalls map[*stall]bool
}

func (m *market) broadcast(v any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for s := range m.stalls {
		s.write(v)
	}
}

func (m *market) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := &stall{out: json.NewEncoder(w)}
	m.mu.Lock()
	m.stalls[s] = true
	m.mu.Unlock()
	go s.pings(r.Context().Done())
	m.broadcast(r.URL.Path)
}

// What is found in the map is another kind of object: the guests that a porter greets are not in it.
type visitor struct{ out *json.Encoder }

func (v *visitor) write(x any) error { return v.out.Encode(x) }

type lodge struct {
	mu       sync.Mutex
	visitors map[string]*visitor
	own      map[string]*visitor
}

func (l *lodge) greet(name string) {
	l.mu.Lock()
	v := l.own[name]
	l.mu.Unlock()
	v.write("welcome")
}

func (l *lodge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := &visitor{out: json.NewEncoder(w)}
	l.mu.Lock()
	l.visitors[r.URL.Path] = v
	l.mu.Unlock()
	v.write(r.URL.Path)
}
