package unguardedfield

import "net/http"

// Two channels are two locks.
type twoChannels struct {
	in, out chan struct{}
	seen    map[string]int
}

func newTwoChannels() *twoChannels {
	return &twoChannels{in: make(chan struct{}, 1), out: make(chan struct{}, 1), seen: make(map[string]int)}
}

func (s *twoChannels) Put(w http.ResponseWriter, r *http.Request) {
	s.in <- struct{}{}
	defer func() { <-s.in }()
	s.seen[r.Host]++ // want `concurrent map access ends the process: s.seen is written here and written by another goroutine at line \d+, and no mutex guards it`
}

func (s *twoChannels) Drop(w http.ResponseWriter, r *http.Request) {
	s.out <- struct{}{}
	defer func() { <-s.out }()
	delete(s.seen, r.Host)
}

// Two requests at a time have a place.
type twoPlaces struct {
	sem  chan struct{}
	seen map[string]int
}

func newTwoPlaces() *twoPlaces {
	return &twoPlaces{sem: make(chan struct{}, 2), seen: make(map[string]int)}
}

func (s *twoPlaces) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.sem <- struct{}{}
	defer func() { <-s.sem }()
	s.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
}

// The channel is a queue: its reader takes what the writer has sent.
type waker struct {
	wake chan struct{}
	seen map[string]int
}

func newWaker() *waker {
	s := &waker{wake: make(chan struct{}, 1), seen: make(map[string]int)}
	go s.loop()
	return s
}

func (s *waker) loop() {
	for {
		<-s.wake
		clear(s.seen)
	}
}

func (s *waker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.wake <- struct{}{}
	s.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
}

// Without a place the request continues as well.
type triedOnly struct {
	sem  chan struct{}
	seen map[string]int
}

func newTriedOnly() *triedOnly {
	return &triedOnly{sem: make(chan struct{}, 1), seen: make(map[string]int)}
}

func (s *triedOnly) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case s.sem <- struct{}{}:
		defer func() { <-s.sem }()
	default:
	}
	s.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
}
