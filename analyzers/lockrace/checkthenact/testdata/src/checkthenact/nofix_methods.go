package checkthenact

import (
	"errors"
	"sync"
)

var errMoored = errors.New("taken")

// A berths knows which ship lies where.
type berths struct {
	mu    sync.Mutex
	ships map[int]string
}

func (b *berths) occupied(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, ok := b.ships[n]
	return ok
}

func (b *berths) moor(n int, ship string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ships[n] = ship
}

// A Harbour lets ships in.
type Harbour struct{ *berths }

func (h *Harbour) Enter(n int, ship string) error {
	if h.occupied(n) {
		return errMoored
	}
	h.moor(n, ship) // want `two goroutines may both pass the test at line 33 before h.moor changes b.ships: b.mu is released between the two`
	return nil
}

// A Tank has a level.
type Tank struct {
	mu    sync.Mutex
	level int
}

// Level returns it.
func (t *Tank) Level() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.level
}

func (t *Tank) change(by int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.level += by
}

// Draw takes something out, if there is enough.
func (t *Tank) Draw(n int) bool {
	level := t.Level()
	if n > level {
		return false
	}
	t.change(-n) // want `two goroutines may both pass the test at line 61 before t.change changes t.level`
	return true
}

func draw(t *Tank, n int) error {
	if t.Level() < n {
		return errMoored
	}
	t.change(-n) // want `two goroutines may both pass the test at line 70 before t.change changes t.level`
	return nil
}

// Pour asks for nothing.
func Pour(t *Tank, n int) error { return draw(t, n) }
