package unlockedaccess

import "sync"

// halls has the maps of all cinemas, by their number.
var halls [4]any

type cinema struct {
	mu    sync.Mutex
	seats map[string]int
}

func newCinema(n int) *cinema {
	r := &cinema{seats: make(map[string]int)}
	halls[n] = r.seats // before anybody else has the cinema
	return r
}

func (r *cinema) take(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seats[name]++
}
