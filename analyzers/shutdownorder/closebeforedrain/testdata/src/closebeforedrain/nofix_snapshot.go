package closebeforedrain

import (
	"maps"
	"slices"
	"sync"
)

type reading struct{ Celsius float64 }

type watcher struct {
	id  int
	out chan reading
}

// The watchers are read under the lock, and one of them may be closed before its send.
type thermometer struct {
	mu       sync.Mutex
	watchers []*watcher
}

func newThermometer() *thermometer {
	t := new(thermometer)
	go t.measure()
	return t
}

func (t *thermometer) watch(id int) *watcher {
	w := &watcher{id: id, out: make(chan reading, 4)}
	t.mu.Lock()
	t.watchers = append(t.watchers, w)
	t.mu.Unlock()
	return w
}

func (t *thermometer) unwatch(w *watcher) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers = slices.DeleteFunc(t.watchers, func(o *watcher) bool { return o == w })
	close(w.out)
}

func (t *thermometer) measure() {
	for i := range 1000 {
		t.mu.Lock()
		all := slices.Clone(t.watchers)
		t.mu.Unlock()
		for _, w := range all {
			select {
			case w.out <- reading{float64(i)}: // want `send on closed channel panics: unwatch closes the channel at line 40, and the send holds no lock after it has read the channel from watchers at line 46`
			default:
			}
		}
	}
}

// One element of a map is found under the lock.
type Mailboxes struct {
	mu    sync.RWMutex
	boxes map[string]chan string
}

func (m *Mailboxes) Open(name string) <-chan string {
	m.mu.Lock()
	defer m.mu.Unlock()
	box := make(chan string, 8)
	m.boxes[name] = box
	return box
}

func (m *Mailboxes) Drop(name string) {
	m.mu.Lock()
	box, ok := m.boxes[name]
	delete(m.boxes, name)
	m.mu.Unlock()
	if ok {
		close(box)
	}
}

func (m *Mailboxes) Deliver(name, text string) bool {
	m.mu.RLock()
	box, ok := m.boxes[name]
	m.mu.RUnlock()
	if !ok {
		return false
	}
	box <- text // want `send on closed channel panics: Drop closes the channel at line 77, and the send holds no lock after it has read the channel from boxes at line 83`
	return true
}

// A helper copies what the lock guards.
type Scores struct {
	mu   sync.Mutex
	fans map[int]*fan
}

type fan struct{ news chan int }

func (s *Scores) Join(id int) (<-chan int, func()) {
	f := &fan{news: make(chan int, 1)}
	s.mu.Lock()
	s.fans[id] = f
	s.mu.Unlock()
	return f.news, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.fans, id)
		close(f.news)
	}
}

func (s *Scores) all() []*fan {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.fans))
}

func (s *Scores) Tell(score int) {
	for _, f := range s.all() {
		select {
		case f.news <- score: // want `send on closed channel panics: Join closes the channel at line 109, and the send holds no lock after it has read the channel from fans at line 116`
		default:
		}
	}
}
