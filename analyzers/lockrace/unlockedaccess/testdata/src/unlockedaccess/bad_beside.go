package unlockedaccess

import (
	"net/http"
	"sync"
)

// A room has a lock of its own, and the lobby one for the map of them.
type room struct {
	mu     sync.Mutex
	guests map[string]bool
	host   string
}

func (r *room) enter(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.guests[name] = true
	if r.host == "" {
		r.host = name
	}
}

func (r *room) leave(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.guests, name)
	if r.host == name {
		r.host = ""
	}
}

func (r *room) first() string {
	return r.host // want `data race with line \d+: r\.host is read without r\.mu`
}

type lobby struct {
	mu    sync.Mutex
	rooms map[string]*room
}

func (l *lobby) room(id string) *room {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rooms[id] == nil {
		l.rooms[id] = &room{guests: make(map[string]bool)}
	}
	return l.rooms[id]
}

func (l *lobby) sweep() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.rooms)
}

// What is given a request sets nothing up, though it starts a goroutine behind.
func (l *lobby) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	l.greet(w, req)
}

func (l *lobby) greet(w http.ResponseWriter, req *http.Request) {
	r := l.room(req.PathValue("room"))
	_, _ = w.Write([]byte(r.first()))
	r.enter(req.PathValue("name"))
	go l.watch(r, req.PathValue("name"))
	l.sweep()
}

func (l *lobby) watch(r *room, name string) {
	r.leave(name)
}
