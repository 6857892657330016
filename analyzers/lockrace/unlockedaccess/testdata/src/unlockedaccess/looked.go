package unlockedaccess

import (
	"os"
	"sync"
)

// A board is what others count on: its gauges count for themselves, and the map has a lock.
type board struct {
	mu     sync.RWMutex
	gauges map[string]*gauge
	sinks  []func(string)
	later  map[string]func()
}

type gauge struct {
	mu sync.Mutex
	n  int
}

func (g *gauge) add(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n += n
}

func (b *board) register(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gauges[name] = new(gauge)
}

func (b *board) forget(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.gauges, name)
}

func (b *board) has(name string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.gauges[name] != nil
}

// What is looked up has a lock of its own.
func (b *board) count(name string) {
	b.gauges[name].add(1) // want `b.gauges is read without b.mu`
}

func (b *board) subscribe(sink func(string)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sinks = append(b.sinks, sink)
}

func (b *board) unsubscribe() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sinks = nil
}

// What each sink does may take long.
func (b *board) publish(line string) {
	for _, sink := range b.sinks { // want `b.sinks is read without b.mu`
		sink(line)
	}
}

func (b *board) onExit(name string, run func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.later[name] = run
}

func (b *board) cancelExit(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.later, name)
}

func (b *board) exit() {
	for name, run := range b.later { // want `b.later is read without b.mu`
		run()
		_ = os.Remove(name)
	}
}

// A link is dialled and given up by others.
type link struct {
	mu   sync.RWMutex
	wire *os.File
}

func (l *link) dial(name string) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wire, err = os.Open(name)
	return err
}

func (l *link) giveUp() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.wire = nil
}

func (l *link) up() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.wire != nil
}

// What is done with the wire may take long.
func (l *link) sync() error {
	if l.wire != nil { // want `l.wire is read without l.mu`
		return l.wire.Sync()
	}
	return os.ErrClosed
}

// The rest of the function takes the lock itself.
func (b *board) once(name string, run func()) {
	if _, known := b.later[name]; known { // want `b.later is read without b.mu`
		return
	}
	b.onExit(name, run)
}
