package checkthenact

import (
	"errors"
	"sync"
	"time"
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
	h.moor(n, ship) // want `two goroutines may both pass the test at line 34 before h.moor changes b.ships: b.mu is released between the two`
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
	t.change(-n) // want `two goroutines may both pass the test at line 62 before t.change changes t.level`
	return true
}

func draw(t *Tank, n int) error {
	if t.Level() < n {
		return errMoored
	}
	t.change(-n) // want `two goroutines may both pass the test at line 71 before t.change changes t.level`
	return nil
}

// Pour asks for nothing.
func Pour(t *Tank, n int) error { return draw(t, n) }

// A Vault has values that time takes away.
type Vault struct {
	mu     sync.Mutex
	values map[string]string
}

// Get returns a value.
func (v *Vault) Get(key string) (string, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	s, ok := v.values[key]
	return s, ok
}

// Put stores a value for a minute.
func (v *Vault) Put(key, s string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values[key] = s
	time.AfterFunc(time.Minute, func() { v.remove(key) })
	return nil
}

func (v *Vault) remove(key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.values, key)
}

// Swap stores a value where another one is.
func (v *Vault) Swap(key, old, s string) (bool, error) {
	if now, _ := v.Get(key); now != old {
		return false, nil
	}
	err := v.Put(key, s) // want `two goroutines may both pass the test at line \d+ before v.Put changes v.values: v.mu is released between the two`
	return err == nil, err
}

type order struct{ item string }

// A Shop sells each item once.
type Shop struct {
	mu   sync.Mutex
	sold map[string]bool
}

func (s *Shop) isSold(item string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sold[item]
}

func (s *Shop) mark(item string, sold bool) {
	s.mu.Lock()
	s.sold[item] = sold
	s.mu.Unlock()
}

// Sell is called by many.
func (s *Shop) Sell(o order, pay func(*order) error) error {
	if s.isSold(o.item) {
		return errMoored
	}
	s.mark(o.item, true) // want `two goroutines may both pass the test at line \d+ before s.mark changes s.sold`
	return pay(&o)
}
