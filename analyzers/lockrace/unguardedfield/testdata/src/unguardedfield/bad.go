package unguardedfield

import (
	"net/http"
	"sync"
	"time"
)

// A farm has one goroutine for each machine, which takes itself out when it ends.
type farm struct {
	machines map[string]func()
}

func (f *farm) power(names []string) {
	for _, name := range names {
		f.boot(name, func() {})
	}
}

func (f *farm) boot(name string, run func()) {
	f.machines[name] = run
	go func() {
		run()
		delete(f.machines, name) // want `concurrent map access ends the process: f.machines is written here and written by another goroutine at line \d+, and no mutex guards it`
	}()
}

// A pump runs until Stop sets a flag.
type pump struct {
	stopped bool
	strokes func()
}

func (p *pump) Start() { go p.run() }

func (p *pump) run() {
	for !p.stopped { // want `data race: p.stopped ends the loop, and is read with neither a mutex nor an atomic operation: another goroutine sets it at line \d+`
		p.strokes()
	}
}

func (p *pump) Stop() {
	p.stopped = true
}

// The loop leaves in its middle, and the constructor starts it.
type Beacon struct {
	closed bool
	emit   func()
}

func NewBeacon(emit func()) *Beacon {
	b := &Beacon{emit: emit}
	go func() {
		for {
			time.Sleep(time.Second)
			if b.closed { // want `data race: b.closed ends the loop, and is read with neither a mutex nor an atomic operation: another goroutine sets it at line \d+`
				return
			}
			b.emit()
		}
	}()
	return b
}

func (b *Beacon) Close() { b.closed = true }

// Requests are answered concurrently.
type desk struct {
	served int
	byPath map[string]int
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.served++             // want `data race: d.served is written by requests, which run concurrently, and no mutex guards it`
	d.byPath[r.URL.Path]++ // want `concurrent map access ends the process: d.byPath is written by requests, which run concurrently, and no mutex guards it`
	w.WriteHeader(http.StatusNoContent)
}

type inbox struct {
	letters []string
}

func (i *inbox) post(w http.ResponseWriter, r *http.Request) {
	i.letters = append(i.letters, r.URL.Path) // want `data race: i.letters is written by requests, which run concurrently, and no mutex guards it`
}

func mailRoutes(mux *http.ServeMux) {
	i := &inbox{}
	mux.HandleFunc("/post", i.post)
}

// The type has a mutex, for another field.
type lobby struct {
	mu     sync.Mutex
	guests []string
	latest string
}

func (l *lobby) enter(name string) {
	l.mu.Lock()
	l.guests = append(l.guests, name)
	l.mu.Unlock()
}

func (l *lobby) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.latest = r.RemoteAddr // want `data race: l.latest is written by requests, which run concurrently, and no mutex guards it`
	l.enter(r.RemoteAddr)
}

// So are those of a handler that is a literal, or a function of its own.
var hits = make(map[string]int)

func routes(mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		hits[r.URL.Path]++ // want `concurrent map access ends the process: hits is written by requests, which run concurrently, and no mutex guards it`
	})
}

var total int

func count(w http.ResponseWriter, r *http.Request) {
	total++ // want `data race: total is written by requests, which run concurrently, and no mutex guards it`
	w.WriteHeader(http.StatusNoContent)
}

func init() { http.HandleFunc("/count", count) }

// A callback of a timer is a goroutine, too.
type lease struct {
	holders map[string]bool
}

func (l *lease) Take(name string) {
	l.holders[name] = true
	time.AfterFunc(time.Minute, func() {
		delete(l.holders, name) // want `concurrent map access ends the process: l.holders is written here and read by another goroutine at line \d+, and no mutex guards it`
	})
}

func (l *lease) Held(name string) bool {
	return l.holders[name]
}
