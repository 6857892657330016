package unlockedaccess

import (
	"io/fs"
	"path/filepath"
	"sync"
)

// What only Open calls comes before the goroutine that it starts.
type Depot struct {
	mu    sync.Mutex
	items map[string]int
	done  chan struct{}
}

func (d *Depot) Open(names []string) {
	d.readAll(names)
	go d.run()
}

func (d *Depot) readAll(names []string) {
	for _, name := range names {
		d.items[name] = len(name)
	}
}

func (d *Depot) run() {
	<-d.done
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.items)
}

// The settings are new wherever Check gets them here.
type Settings struct {
	mu    sync.Mutex
	level map[string]string
}

func ReadSettings() *Settings {
	s := &Settings{level: map[string]string{}}
	s.Check()
	return s
}

func (s *Settings) Check() {
	for name := range s.level {
		println(name)
	}
}

func (s *Settings) SetLevel(name, level string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.level[name] = level
}

// All that call mark hold the lock, but for the one that has the object for itself.
type pods struct {
	mu    sync.Mutex
	dirty map[string]bool
}

func newPods() *pods {
	p := &pods{dirty: map[string]bool{}}
	p.mark("first")
	return p
}

func (p *pods) Gather() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mark("again")
	return len(p.dirty)
}

func (p *pods) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mark("last")
	clear(p.dirty)
}

func (p *pods) mark(name string) { p.dirty[name] = true }

// The walk calls the literal in place.
func sizes(dir string) (map[string]int64, error) {
	var mu sync.Mutex
	found := make(map[string]int64)
	visit := func(path string, info interface{ Size() int64 }) {
		found[path] = info.Size()
	}
	err := filepath.Walk(dir, func(path string, info fs.FileInfo, err error) error {
		if err == nil {
			visit(path, info)
		}
		return err
	})
	mu.Lock()
	defer mu.Unlock()
	delete(found, dir)
	return found, err
}

// One flag among what the lock is there for, set up by whoever makes the logger.
type accessLog struct {
	mu      sync.Mutex
	lines   []string
	size    int
	enabled bool
}

func (l *accessLog) Enable(on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.enabled = on
}

func (l *accessLog) Add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	l.size += len(line)
}

func (l *accessLog) Size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.size
}
