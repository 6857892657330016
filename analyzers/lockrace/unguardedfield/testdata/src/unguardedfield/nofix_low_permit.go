package unguardedfield

import "net/http"

// The place is free again at the write.
type freedBefore struct {
	sem  chan struct{}
	seen map[string]int
}

func newFreedBefore() *freedBefore {
	return &freedBefore{sem: make(chan struct{}, 1), seen: make(map[string]int)}
}

func (s *freedBefore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.sem <- struct{}{}
	n := len(s.seen)
	<-s.sem
	if n < 10 {
		s.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
	}
}

// The place is one of another object, of which there may be several.
type placeOwner struct{ sem chan struct{} }

func newPlaceOwner() *placeOwner { return &placeOwner{sem: make(chan struct{}, 1)} }

type placeKid struct{ seen map[string]int }

var kids = &placeKid{seen: map[string]int{}}

func (s *placeOwner) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.sem <- struct{}{}
	defer func() { <-s.sem }()
	kids.seen[r.Host]++ // want `concurrent map access ends the process: \S+ is written by requests, which run concurrently, and no mutex guards it`
}
