package unguardedfield

import (
	"sync"
	"time"
)

// A Buoy is found by its name, and says that it has been heard.
type Buoy struct {
	Name  string
	heard time.Time
	calls int
}

// Heard is called by those that Buoys.Get has returned it to.
func (b *Buoy) Heard(now time.Time) {
	b.heard = now // want `data race: b.heard is written here and read by another goroutine at line \d+, and only that one holds a lock`
	b.calls++
}

func (b *Buoy) silent(now time.Time) bool { return now.Sub(b.heard) > time.Hour }

type Buoys struct {
	mu     sync.Mutex
	byName map[string]*Buoy
}

func NewBuoys() *Buoys {
	b := &Buoys{byName: make(map[string]*Buoy)}
	go b.sweep()
	return b
}

// Get returns one and the same buoy to all that ask for its name.
func (b *Buoys) Get(name string) *Buoy {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := b.byName[name]
	if found == nil {
		found = &Buoy{Name: name, heard: time.Now()}
		b.byName[name] = found
	}
	return found
}

func (b *Buoys) sweep() {
	for now := range time.Tick(time.Minute) {
		b.mu.Lock()
		for name, buoy := range b.byName {
			if buoy.silent(now) {
				delete(b.byName, name)
			}
		}
		b.mu.Unlock()
	}
}
