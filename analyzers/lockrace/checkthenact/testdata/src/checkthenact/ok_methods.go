package checkthenact

import (
	"errors"
	"sync"
)

var errBooked = errors.New("booked")

// Rooms are booked.
type Rooms struct {
	booking sync.Mutex
	mu      sync.Mutex
	guests  map[int]string
	free    int
	opened  bool
}

func (r *Rooms) booked(n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.guests[n]
	return ok
}

func (r *Rooms) left() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.free
}

func (r *Rooms) assign(n int, guest string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.guests[n] = guest
}

// assignFree tests again.
func (r *Rooms) assignFree(n int, guest string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.guests[n]; ok {
		return errBooked
	}
	r.guests[n] = guest
	return nil
}

func (r *Rooms) open() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.opened = true
}

// Book holds another lock over both.
func (r *Rooms) Book(n int, guest string) error {
	r.booking.Lock()
	defer r.booking.Unlock()
	if r.booked(n) {
		return errBooked
	}
	r.assign(n, guest)
	return nil
}

// Try asks first, and the second method asks as well.
func (r *Rooms) Try(n int, guest string) error {
	if r.booked(n) {
		return errBooked
	}
	return r.assignFree(n, guest)
}

// Move tests another room than the one that it assigns.
func (r *Rooms) Move(from, to int, guest string) error {
	if !r.booked(from) {
		return errBooked
	}
	r.assign(to, guest)
	return nil
}

// Open tests something else.
func (r *Rooms) Open() error {
	if r.left() == 0 {
		return errBooked
	}
	r.open()
	return nil
}

// Note refuses nothing.
func (r *Rooms) Note(n int, guest string) {
	if !r.booked(n) {
		r.assign(n, guest)
	}
}

// Two tests one object, and changes another.
func Two(a, b *Rooms, n int) error {
	if a.booked(n) {
		return errBooked
	}
	b.assign(n, "b")
	return nil
}
